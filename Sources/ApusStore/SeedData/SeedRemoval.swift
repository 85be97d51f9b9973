import ApusSchema
import GRDB

/// Deletes the objects of rows that the data no longer has, if their files said so.
///
/// An object stays if the user has changed it, or if an object that stays refers to it: no delete rule runs, and no reference of
/// the user's is cleared.
struct SeedRemoval {
    private let db: Database
    private let layout: Layout
    private let schema: Schema
    private let records: [SeedRecord]

    private struct Object: Hashable {
        let table: String
        let id: Int64
    }

    init(_ db: Database, _ layout: Layout, _ schema: Schema, _ records: [SeedRecord]) {
        (self.db, self.layout, self.schema) = (db, layout, schema)
        self.records = records.filter { $0.removed == .delete && $0.object != nil }
    }

    func run() throws {
        var candidates: [Object: SeedRecord] = [:]
        for record in records {
            guard let id = record.object, let table = layout.table(ofEntity: record.entity),
                try isUnchanged(record, id, in: table)
            else { continue }
            candidates[Object(table: table.name, id: id)] = record
        }
        var isChanged = true
        while isChanged {
            isChanged = false
            for object in candidates.keys where try isReferred(object, except: candidates) {
                candidates[object] = nil
                isChanged = true
            }
        }
        for object in candidates.keys {
            for (table, column) in referring(to: object.table) where table.isJoinTable {
                try delete(from: table.name, column.name, object.id)
            }
        }
        for (object, record) in candidates {
            guard let identity = layout.table(object.table)?.identity else { continue }
            try delete(from: object.table, identity.name, object.id)
            try delete(from: StoreFormat.seedRowTable, "id", record.id)
        }
    }

    private func delete(from table: String, _ column: String, _ id: Int64) throws {
        try db.execute(
            sql: "DELETE FROM \(SQLText.name(table)) WHERE \(SQLText.name(column)) = ?",
            arguments: [id]
        )
    }

    /// Whether an object has the values that it was loaded with. The values that the data did not give do not count.
    private func isUnchanged(_ record: SeedRecord, _ id: Int64, in table: SeedTable) throws -> Bool {
        guard let identity = table.identity else { return false }
        let texts = try SeedRows.Texts(json: record.content)
        for (name, text) in texts.values {
            let path = name.split(separator: ".").map(String.init)
            guard let column = table.column(of: .attribute(path), in: record.entity) else { return false }
            let loaded = text.flatMap { StoredValue(canonicalText: $0, column.type.storage) } ?? .null
            let sql = """
                SELECT \(SQLText.name(column.name)) FROM \(SQLText.name(table.name))
                WHERE \(SQLText.name(identity.name)) = ?
                """
            let found = try StoredValue.fetchOne(db.cachedStatement(sql: sql), arguments: [id])
            if found ?? .null != loaded.encoded(for: column) { return false }
        }
        return true
    }

    /// The columns whose values refer to the objects of a table.
    private func referring(to name: String) -> [(table: SeedTable, column: SeedColumn)] {
        layout.tables.flatMap { table in
            table.columns.filter { $0.references == name }.map { (table, $0) }
        }
    }

    /// Whether an object that stays refers to an object.
    private func isReferred(_ object: Object, except candidates: [Object: SeedRecord]) throws -> Bool {
        for (table, column) in referring(to: object.table) {
            // A row of a join table is a reference of its source.
            if table.isJoinTable, column.field == .source { continue }
            guard let owner = table.isJoinTable ? table.column(of: .source) : table.identity else { continue }
            let sql = """
                SELECT \(SQLText.name(owner.name)) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(column.name)) = ?
                """
            let home = table.isJoinTable ? owner.references ?? "" : table.name
            for id in try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [object.id])
            where candidates[Object(table: home, id: id)] == nil { return true }
        }
        return false
    }
}
