import ApusSchema
import Foundation
import GRDB

extension SeedLoading {
    /// The new values of a row that the store already had.
    struct Edit {
        let row: Int
        let id: Int64
        let table: SeedTable
        var changes: [(column: SeedColumn, value: StoredValue)]
    }

    /// Writes the edits of rows that the store already had, as the rules of their files say.
    ///
    /// A row that a constraint of the store refuses stays as it is: an object of the user's has its unique values, or the user
    /// changed the other parts of a composite.
    mutating func editValues(_ known: [String: [String: Int64]]) throws {
        var edits: [Edit] = []
        for (index, row) in canonical.enumerated() where row.edited != .keep {
            guard let (id, older) = editable(index), let table = layout.table(ofEntity: row.entity) else {
                continue
            }
            let changes = try changes(of: index, id, older, in: table, known)
            if !changes.isEmpty { edits.append(Edit(row: index, id: id, table: table, changes: changes)) }
        }
        // A value may be free when another row has its new one. Every other time from the end: of rows that move on by one,
        // either the first or the last one is free. What gains little is left to the edits together.
        while !edits.isEmpty {
            let refused = try edits.filter { try !write($0) }
            let isDone = refused.count * 2 > edits.count
            edits = refused.reversed()
            if isDone { break }
        }
        unedited = Set(try writeTogether(edits).map(\.row))
    }

    /// A row that the store has, and its record, if there is anything to edit.
    private func editable(_ index: Int) -> (id: Int64, older: SeedRows.Texts)? {
        let row = canonical[index]
        guard case .present(let id) = statuses[index], let record = records[index],
            texts(of: index, over: record).json(entity: row.entity, key: row.key) != record.content,
            // Without knowing what was loaded, everything may be the user's.
            let older = try? SeedRows.Texts(json: record.content)
        else { return nil }
        return (id, older)
    }

    private mutating func changes(
        of index: Int,
        _ id: Int64,
        _ older: SeedRows.Texts,
        in table: SeedTable,
        _ known: [String: [String: Int64]]
    ) throws -> [(column: SeedColumn, value: StoredValue)] {
        let row = canonical[index]
        var changes: [(column: SeedColumn, value: StoredValue)] = []
        // A composite is one value: parts of two versions of it may not fit together.
        guard let entity = schema.entity(row.entity) else { return [] }
        for name in Set(row.values.keys.map { $0[0] }).sorted() {
            guard let attribute = schema.attribute(name, of: entity) else { continue }
            if row.edited == .merge, try !mayMerge(attribute, of: index, id, older, in: table) { continue }
            for path in schema.leaves(of: attribute).map(\.path) {
                guard let column = table.column(of: .attribute(path), in: row.entity), !column.isDerived else {
                    continue
                }
                changes.append((column, (row.values[path] ?? .null).encoded(for: column)))
            }
        }
        for name in row.references.keys.sorted() {
            guard let column = table.column(of: .key(name), in: row.entity) else { continue }
            let key = references.keys[index][name]
            let target = key.flatMap { statuses[$0.target].identity }
            if key == nil ? !isOptional(name, of: row.entity) : target == nil { continue }
            let new: StoredValue = target.map { .integer($0) } ?? .null
            let current = try current(column, id, in: table)
            if current == new { continue }
            if row.edited == .merge {
                if older.references[name] == row.references[name] { continue }
                if current != schema.loadedKey(name, of: row.entity, older, known) { continue }
            }
            changes.append((column, new))
            guard let order = table.column(of: .orderKey(name), in: row.entity) else { continue }
            if let key {
                changes.append((order, .integer(try orderKey(key, name, in: table, of: row.entity))))
            } else if order.isNullable {
                changes.append((order, .null))
            }
        }
        return changes
    }

    private func isOptional(_ name: String, of entity: String) -> Bool {
        guard let entity = schema.entity(entity), let found = schema.relationship(name, of: entity) else {
            return false
        }
        return !found.relationship.needsObject
    }

    /// Whether the data gives an attribute another value than before, and the user has changed no part of it.
    private func mayMerge(
        _ attribute: Attribute,
        of index: Int,
        _ id: Int64,
        _ older: SeedRows.Texts,
        in table: SeedTable
    ) throws -> Bool {
        let row = canonical[index]
        let texts = row.texts.values
        let paths = schema.leaves(of: attribute).map { $0.path.joined(separator: ".") }
        if paths.allSatisfy({ texts[$0] == older.values[$0] }) { return false }
        for leaf in schema.leaves(of: attribute) {
            guard let column = table.column(of: .attribute(leaf.path), in: row.entity), !column.isDerived else {
                continue
            }
            let loaded = schema.loadedValue(of: leaf.path, in: attribute, older, column)
            if loaded == nil { return false }
            if try current(column, id, in: table) != loaded { return false }
        }
        return true
    }

    private func current(_ column: SeedColumn, _ id: Int64, in table: SeedTable) throws -> StoredValue {
        guard let identity = table.identity else { return .null }
        let sql = """
            SELECT \(SQLText.name(column.name)) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(identity.name)) = ?
            """
        return try StoredValue.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? .null
    }

    // MARK: Writing

    /// - Returns: Whether the store's constraints allow it.
    private func write(_ edit: Edit) throws -> Bool {
        guard let identity = edit.table.identity, !edit.changes.isEmpty else { return true }
        let list = edit.changes.map { "\(SQLText.name($0.column.name)) = \($0.column.mark)" }.joined(separator: ", ")
        let sql = "UPDATE \(SQLText.name(edit.table.name)) SET \(list) WHERE \(SQLText.name(identity.name)) = ?"
        do {
            try db.execute(
                sql: sql,
                arguments: StatementArguments(edit.changes.map { $0.column.whole($0.value) } + [.integer(edit.id)])
            )
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
    }

    /// Writes edits that stand against each other, as if two rows exchange a unique value: all of them have other unique values
    /// first.
    ///
    /// - Returns: The edits that the store refuses.
    private func writeTogether(_ edits: [Edit]) throws -> [Edit] {
        var (together, refused) = (edits, [Edit]())
        for _ in 0..<8 where !together.isEmpty {
            try db.execute(sql: "SAVEPOINT apus_seed_edits")
            var failed = try together.indices.filter { try !write(cleared(together[$0])) }
            if failed.isEmpty { failed = try together.indices.filter { try !write(together[$0]) } }
            if !failed.isEmpty { try db.execute(sql: "ROLLBACK TO apus_seed_edits") }
            try db.execute(sql: "RELEASE apus_seed_edits")
            if failed.isEmpty { return refused }
            refused += failed.map { together[$0] }
            let stay = Set(failed)
            together = together.indices.filter { !stay.contains($0) }.map { together[$0] }
        }
        // Each round is as long as the first one.
        return refused + together
    }

    private func cleared(_ edit: Edit) -> Edit {
        let names = Set(edit.table.indexes.filter(\.isUnique).flatMap(\.columns))
        var edit = edit
        edit.changes = edit.changes.filter { names.contains($0.column.name) }.map {
            column,
            _ -> (column: SeedColumn, value: StoredValue) in
            if column.isNullable { return (column, .null) }
            // Small, so that no sum loses digits by it.
            let number = Int64(-1 - edit.row)
            return switch column.type.storage {
            case .integer: (column, .integer(number))
            case .real: (column, .real(Double(number)))
            case .blob: (column, .blob(Data(UUID().uuidString.utf8)))
            case .text, .any: (column, .text(UUID().uuidString))
            }
        }
        return edit
    }

    // MARK: Pairs

    /// Adds the references that the data has added to rows of join tables, and removes those that it has removed.
    mutating func editPairs(_ known: [String: [String: Int64]]) throws {
        for (index, row) in canonical.enumerated() where row.edited != .keep && !unedited.contains(index) {
            guard let (id, older) = editable(index) else { continue }
            try editPairs(of: index, id, older, known)
        }
    }

    private mutating func editPairs(
        of index: Int,
        _ id: Int64,
        _ older: SeedRows.Texts,
        _ identities: [String: [String: Int64]]
    ) throws {
        let row = canonical[index]
        guard let entity = schema.entity(row.entity) else { return }
        for name in Set(row.references.keys).union(older.references.keys).sorted() {
            guard let (owner, relationship) = schema.relationship(name, of: entity), relationship.isToMany,
                let table = layout.table(of: .joinTable(ElementPath(owner.name, name))),
                let source = table.column(of: .source), let target = table.column(of: .target)
            else { continue }
            let known = identities[schema.root(of: relationship.destination)] ?? [:]
            let (old, new) = (older.references[name] ?? [], row.references[name] ?? [])
            let (before, after) = (Set(old), Set(new))
            for key in new where !before.contains(key) {
                guard let other = known[key] else { continue }
                try insert(id, other, 0, into: table, isSourceNew: false, isTargetNew: false)
            }
            for key in old where !after.contains(key) {
                guard let other = known[key] else { continue }
                let sql = """
                    DELETE FROM \(SQLText.name(table.name))
                    WHERE \(SQLText.name(source.name)) = ? AND \(SQLText.name(target.name)) = ?
                    """
                try db.execute(sql: sql, arguments: [id, other])
            }
        }
    }
}

extension Schema {
    /// The value with which a row was loaded: the attribute's default, if the data gave none.
    ///
    /// - Returns: The value as its column has it; `nil` if it cannot be read any more.
    func loadedValue(
        of path: [String],
        in attribute: Attribute,
        _ texts: SeedRows.Texts,
        _ column: SeedColumn
    ) -> StoredValue? {
        if let given = texts.values[path.joined(separator: ".")] {
            guard let text = given else { return .null }
            return StoredValue(canonicalText: text, column.type.storage)?.encoded(for: column)
        }
        // The data gave other parts of the composite.
        if texts.values.keys.contains(where: { SeedRows.Texts.path($0)[0] == path[0] }) { return .null }
        guard path.count == 1 || !attribute.isOptional,
            let leaf = leaves(of: attribute).first(where: { $0.path == path })
        else { return .null }
        return (storedDefault(of: leaf.attribute) ?? .null).encoded(for: column)
    }

    /// The key of the object to which a row was loaded to refer.
    func loadedKey(
        _ name: String,
        of entity: String,
        _ texts: SeedRows.Texts,
        _ known: [String: [String: Int64]]
    ) -> StoredValue {
        guard let entity = self.entity(entity), let found = relationship(name, of: entity),
            let key = texts.references[name]?.first,
            let object = known[root(of: found.relationship.destination)]?[key]
        else { return .null }
        return .integer(object)
    }
}
