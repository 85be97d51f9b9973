import GRDB

/// The same changes as GRDB's documentation says to make them, with its own checks of foreign keys.
enum GRDBMigrations {
    static func migrate(_ path: String, _ change: Change) throws {
        let database = try DatabaseQueue(path: path)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("2") { db in
            switch change {
            case .add:
                try db.alter(table: "item") { $0.add(column: "status", .integer).notNull().defaults(to: 0) }
            case .rename: try db.alter(table: "item") { $0.rename(column: "note", to: "remark") }
            case .drop: try db.alter(table: "item") { $0.drop(column: "weight") }
            case .retype, .all: try rebuild(db, change)
            }
        }
        try migrator.migrate(database)
        try database.close()
    }

    private static func rebuild(_ db: Database, _ change: Change) throws {
        let all = change == .all
        try db.create(table: "new_item") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("name", .text).notNull()
            table.column("sku", .text).notNull()
            table.column(all ? "remark" : "note", .text)
            table.column("qty", .integer).notNull()
            table.column("price_cents", .double).notNull()
            if !all { table.column("weight", .double) }
            table.column("payload", .blob)
            if all { table.column("status", .integer).notNull().defaults(to: 0) }
        }
        let older = "id, name, sku, note, qty, price_cents, payload" + (all ? "" : ", weight")
        let newer: String = all ? older.replacing("note", with: "remark") : older
        try db.execute(sql: "INSERT INTO new_item (\(newer)) SELECT \(older) FROM item")
        // The documented recipe leaves this out, and identities of rows that are gone would be given again.
        try db.execute(
            sql: """
                UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'item')
                WHERE name = 'new_item'
                """
        )
        try db.drop(table: "item")
        try db.rename(table: "new_item", to: "item")
        try db.create(index: "idx_item_sku", on: "item", columns: ["sku"])
        try db.create(index: "idx_item_qty_price", on: "item", columns: ["qty", "price_cents"])
    }
}
