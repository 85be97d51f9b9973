import ApusSchema
import GRDB

@testable import ApusStore

/// Hand-made objects on each table of a store: a view, triggers, an index, and child tables.
enum HandMade {
    /// The objects, which a migration must not change.
    struct State: Equatable {
        /// Names and kinds; SQLite writes their texts anew where names change.
        let objects: [String]
        /// The children of all tables.
        let children: [String]
        /// Children that lead nowhere.
        let orphans: Int
        /// What triggers wrote: they fire for what people do.
        let log: Int
    }

    /// Hangs it on tables that have identities.
    static func hang(on tables: [ApusSchema.Table], _ db: Database) throws {
        try db.execute(sql: "CREATE TABLE my_log (line)")
        for (number, table) in tables.enumerated() {
            guard let identity = table.identity else { continue }
            let (name, key): (String, String) = (SQLText.name(table.name), SQLText.name(identity.name))
            try db.execute(
                sql: """
                    CREATE VIEW my_view_\(number) AS SELECT \(key) AS id FROM \(name);
                    CREATE INDEX my_index_\(number) ON \(name) (\(key) DESC) WHERE \(key) <> 4;
                    CREATE TABLE my_child_\(number) (
                      id INTEGER PRIMARY KEY, far INTEGER REFERENCES \(name) (\(key)) ON DELETE CASCADE
                    );
                    INSERT INTO my_child_\(number) (far) SELECT \(key) FROM \(name) ORDER BY \(key);
                    """
            )
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER my_\(event.lowercased())_\(number) AFTER \(event) ON \(name)
                        BEGIN INSERT INTO my_log VALUES (\(number)); END
                        """
                )
            }
        }
    }

    /// What there is of it.
    static func state(_ db: Database) throws -> State {
        let objects: [String] = try String.fetchAll(
            db,
            sql: "SELECT type || ' ' || name FROM sqlite_schema WHERE name LIKE 'my_%' ORDER BY 1"
        )
        let tables: [String] = objects.filter { $0.hasPrefix("table my_child_") }.map { String($0.dropFirst(6)) }
        let children: [String] = try tables.flatMap { table in
            try String.fetchAll(db, sql: "SELECT '\(table) ' || id || ' ' || far FROM \(table) ORDER BY id")
        }
        // Each view and each index is read as well.
        for object in objects where object.hasPrefix("view ") {
            _ = try Row.fetchAll(db, sql: "SELECT * FROM \(object.dropFirst(5))")
        }
        return State(
            objects: objects,
            children: children,
            orphans: try tables.reduce(0) { sum, table in
                try sum
                    + (Int.fetchOne(db, sql: "SELECT count(*) FROM pragma_foreign_key_check(?)", arguments: [table])
                        ?? 0)
            },
            log: try Int.fetchOne(db, sql: "SELECT count(*) FROM my_log") ?? 0
        )
    }
}
