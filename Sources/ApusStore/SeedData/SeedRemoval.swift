import ApusSchema
import GRDB

/// Deletes the objects of rows that the data no longer has, if their files said so.
///
/// An object stays if anything of it differs from what was loaded, given or not, references to it and from it included: no delete
/// rule runs, and no reference of the user's is cleared.
struct SeedRemoval {
    private let db: Database
    private let layout: Layout
    private let schema: Schema
    /// The objects of the rows that the store has, by the roots of their hierarchies and their keys.
    private let known: [String: [String: Int64]]
    private var candidates: [Object: SeedRecord] = [:]

    private struct Object: Hashable {
        let table: String
        let id: Int64
    }

    /// One end of the rows of a join table.
    private struct End: Hashable {
        let table: String
        let column: String
        let id: Int64
    }

    /// Finds the objects that can be deleted.
    init(
        _ db: Database,
        _ layout: Layout,
        _ schema: Schema,
        removed: [SeedRecord],
        all: [SeedRecord],
        _ known: [String: [String: Int64]]
    ) throws {
        (self.db, self.layout, self.schema, self.known) = (db, layout, schema, known)
        let records = removed.filter { $0.removed == .delete && $0.object != nil }
        if records.isEmpty { return }
        let pairs = try loadedPairs(all)
        for record in records {
            guard let id = record.object, let table = layout.table(ofEntity: record.entity),
                try isUnchanged(record, id, in: table, pairs)
            else { continue }
            candidates[Object(table: table.name, id: id)] = record
        }
    }

    /// Deletes the objects and their records.
    ///
    /// Afterwards, edits may remove what refers to them. Foreign keys are only checked at the end of the transaction.
    func deleteObjects() throws {
        for (object, record) in candidates {
            guard let identity = layout.table(object.table)?.identity else { continue }
            for (table, column) in referring(to: object.table) where table.isJoinTable && column.field == .source {
                try delete(from: table.name, column.name, object.id)
            }
            try delete(from: object.table, identity.name, object.id)
            try delete(from: StoreFormat.seedRowTable, "id", record.id)
        }
    }

    /// Finds the deleted objects to which objects still refer. They are not deleted next time.
    ///
    /// - Returns: Whether there are any.
    mutating func keepsReferredObjects() throws -> Bool {
        var referred: [Object] = []
        for object in candidates.keys where try isReferred(object) { referred.append(object) }
        for object in referred { candidates[object] = nil }
        return !referred.isEmpty
    }

    private func delete(from table: String, _ column: String, _ id: Int64) throws {
        try db.execute(
            sql: "DELETE FROM \(SQLText.name(table)) WHERE \(SQLText.name(column)) = ?",
            arguments: [id]
        )
    }

    /// Whether an object exists, and is as it was loaded.
    private func isUnchanged(
        _ record: SeedRecord,
        _ id: Int64,
        in table: SeedTable,
        _ pairs: [End: Set<Int64>]
    ) throws -> Bool {
        guard let identity = table.identity, let entity = schema.entity(record.entity) else { return false }
        let texts = try SeedRows.Texts(json: record.content)
        var expected: [(column: SeedColumn, value: StoredValue)] = [(identity, .integer(id))]
        if let column = table.entity { expected.append((column, .text(record.entity))) }
        for name in texts.values.keys {
            let path = SeedRows.Texts.path(name)
            guard table.column(of: .attribute(path), in: record.entity) != nil else { return false }
        }
        let line = [entity] + schema.ancestors(of: entity)
        for attribute in line.flatMap(\.attributes) {
            for leaf in schema.leaves(of: attribute) {
                guard let column = table.column(of: .attribute(leaf.path), in: record.entity), !column.isDerived else {
                    continue
                }
                // What cannot be read any more is not known to be unchanged.
                guard let value = schema.loadedValue(of: leaf.path, in: attribute, texts, column) else { return false }
                expected.append((column, value))
            }
        }
        for name in line.flatMap(\.relationships).map(\.name) {
            guard let column = table.column(of: .key(name), in: record.entity) else { continue }
            expected.append((column, schema.loadedKey(name, of: record.entity, texts, known)))
        }
        for (column, value) in expected where try self.value(of: column, id, in: table, identity) != value {
            return false
        }
        for (joined, column) in referring(to: table.name) where joined.isJoinTable {
            let end = End(table: joined.name, column: column.name, id: id)
            if try others(of: end, in: joined) != pairs[end] ?? [] { return false }
        }
        return true
    }

    /// The value of an object; `nil` if there is no such object.
    private func value(
        of column: SeedColumn,
        _ id: Int64,
        in table: SeedTable,
        _ identity: SeedColumn
    ) throws -> StoredValue? {
        let sql = """
            SELECT \(SQLText.name(column.name)) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(identity.name)) = ?
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) else { return nil }
        let value: StoredValue? = row[0]
        return value ?? .null
    }

    /// The objects at the other ends of the rows of a join table.
    private func others(of end: End, in table: SeedTable) throws -> Set<Int64> {
        guard let source = table.column(of: .source), let target = table.column(of: .target) else { return [] }
        let other = end.column == source.name ? target : source
        let sql = """
            SELECT \(SQLText.name(other.name)) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(end.column)) = ?
            """
        return Set(try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [end.id]))
    }

    /// The rows of join tables that were loaded, by both of their ends.
    private func loadedPairs(_ records: [SeedRecord]) throws -> [End: Set<Int64>] {
        var pairs: [End: Set<Int64>] = [:]
        for record in records {
            guard let entity = schema.entity(record.entity),
                let one = known[schema.root(of: record.entity)]?[record.key]
            else { continue }
            for (name, keys) in try SeedRows.Texts(json: record.content).references {
                guard let (owner, relationship) = schema.relationship(name, of: entity),
                    let table = layout.table(of: .joinTable(ElementPath(owner.name, name))),
                    let source = table.column(of: .source), let target = table.column(of: .target)
                else { continue }
                let objects = known[schema.root(of: relationship.destination)] ?? [:]
                for other in keys.compactMap({ objects[$0] }) {
                    pairs[End(table: table.name, column: source.name, id: one), default: []].insert(other)
                    pairs[End(table: table.name, column: target.name, id: other), default: []].insert(one)
                }
            }
        }
        return pairs
    }

    /// The columns whose values refer to the objects of a table.
    private func referring(to name: String) -> [(table: SeedTable, column: SeedColumn)] {
        layout.tables.flatMap { table in
            table.columns.filter { $0.references == name }.map { (table, $0) }
        }
    }

    private func isReferred(_ object: Object) throws -> Bool {
        for (table, column) in referring(to: object.table) {
            let sql = """
                SELECT 1 FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(column.name)) = ? LIMIT 1
                """
            if try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [object.id]) ?? false { return true }
        }
        return false
    }
}
