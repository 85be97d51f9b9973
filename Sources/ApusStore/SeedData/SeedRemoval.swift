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
    private var candidates: [Object: SeedLoadRecord] = [:]
    /// The objects to which those of the same files referred when they were loaded, and that referred to them.
    private var neighbours: [Object: Set<Object>] = [:]

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
        removed: [SeedLoadRecord],
        all: [SeedLoadRecord],
        _ known: [String: [String: Int64]]
    ) throws {
        (self.db, self.layout, self.schema, self.known) = (db, layout, schema, known)
        let records = removed.filter { $0.removed == .delete && $0.object != nil }
        if records.isEmpty { return }
        let referring = loadReferences(of: all)
        var kept: [Object] = []
        for record in records {
            guard let id = record.object, let table = layout.table(ofEntity: record.entity) else { continue }
            let object = Object(table: table.name, id: id)
            if try isUnchanged(record, id, in: table, referring) {
                candidates[object] = record
            } else if known[schema.root(of: record.entity)]?[record.key] == id {
                kept.append(object)
            }
        }
        keep(kept)
    }

    /// The objects that are deleted, by the roots of their hierarchies and their keys.
    var leaving: Set<[String]> { Set(candidates.values.map { [schema.root(of: $0.entity), $0.key] }) }

    /// Leaves out objects, and those that belong to them: a recipe that the user has changed keeps its steps.
    private mutating func keep(_ objects: [Object]) {
        var rest = objects
        while let object = rest.popLast() {
            candidates[object] = nil
            for neighbour in neighbours[object] ?? [] where candidates[neighbour] != nil { rest.append(neighbour) }
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
        keep(referred)
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
        _ record: SeedLoadRecord,
        _ id: Int64,
        in table: SeedTable,
        _ loaded: [End: Set<Int64>]
    ) throws -> Bool {
        guard let identity = table.identity, let entity = schema.entity(record.entity),
            let texts = try? SeedRows.Texts(json: record.content)
        else { return false }
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
        for (other, column) in referring(to: table.name) {
            let end = End(table: other.name, column: column.name, id: id)
            if try others(of: end, in: other) != loaded[end] ?? [] { return false }
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

    /// The objects that refer to an object: by their own key, or by the rows of a join table.
    private func others(of end: End, in table: SeedTable) throws -> Set<Int64> {
        let source = table.column(of: .source)
        guard let other = end.column == source?.name ? table.column(of: .target) : source ?? table.identity else {
            return []
        }
        let sql = """
            SELECT \(SQLText.name(other.name)) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(end.column)) = ?
            """
        return Set(try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [end.id]))
    }

    /// Finds what referred to what when the rows were loaded, also if the user has deleted it since.
    ///
    /// - Returns: The objects that referred to an object, by the object and the column.
    private mutating func loadReferences(of records: [SeedLoadRecord]) -> [End: Set<Int64>] {
        var objects: [String: [String: SeedLoadRecord]] = [:]
        for record in records where record.object != nil {
            objects[schema.root(of: record.entity), default: [:]][record.key] = record
        }
        var loaded: [End: Set<Int64>] = [:]
        for record in records {
            // What cannot be read is missing, so the objects to which it referred count as changed.
            guard let entity = schema.entity(record.entity), let id = record.object,
                let table = layout.table(ofEntity: record.entity),
                let texts = try? SeedRows.Texts(json: record.content)
            else { continue }
            for (name, keys) in texts.references {
                guard let (owner, relationship) = schema.relationship(name, of: entity) else { continue }
                let known = objects[schema.root(of: relationship.destination)] ?? [:]
                for other in keys.compactMap({ known[$0] }) {
                    guard let target = other.object, let far = layout.table(ofEntity: other.entity) else { continue }
                    let (here, there) = (Object(table: table.name, id: id), Object(table: far.name, id: target))
                    neighbours[here, default: []].insert(there)
                    neighbours[there, default: []].insert(here)
                    if let column = table.column(of: .key(name), in: record.entity) {
                        loaded[End(table: table.name, column: column.name, id: target), default: []].insert(id)
                    } else if let joined = layout.table(of: .joinTable(ElementPath(owner.name, name))),
                        let (from, to) = joined.ends
                    {
                        loaded[End(table: joined.name, column: from.name, id: id), default: []].insert(target)
                        loaded[End(table: joined.name, column: to.name, id: target), default: []].insert(id)
                    }
                }
            }
        }
        return loaded
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

extension SeedTable {
    /// The columns of a join table.
    fileprivate var ends: (source: SeedColumn, target: SeedColumn)? {
        guard let source = column(of: .source), let target = column(of: .target) else { return nil }
        return (source, target)
    }
}
