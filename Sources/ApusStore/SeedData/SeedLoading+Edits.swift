import ApusSchema
import GRDB

extension SeedLoading {
    /// Writes the edits of rows that the store already had, as the rules of their files say.
    func edit() throws {
        // Those that the data no longer has count, too: references to them were loaded.
        var identities: [String: [String: Int64]] = [:]
        for record in removed {
            identities[schema.root(of: record.entity), default: [:]][record.key] = record.object
        }
        for (index, row) in rows.enumerated() {
            identities[schema.root(of: row.entity), default: [:]][row.key] = statuses[index].identity
        }
        for (index, row) in canonical.enumerated() where row.edited != .keep {
            guard case .present(let id) = statuses[index], let record = records[index],
                let table = layout.table(ofEntity: row.entity)
            else { continue }
            let texts = row.texts
            if texts.json(entity: row.entity, key: row.key) == record.content { continue }
            let older = try SeedRows.Texts(json: record.content)
            try editValues(of: index, id, older, in: table, identities)
            try editPairs(of: index, id, older, identities)
        }
    }

    private func editValues(
        of index: Int,
        _ id: Int64,
        _ older: SeedRows.Texts,
        in table: SeedTable,
        _ identities: [String: [String: Int64]]
    ) throws {
        let row = canonical[index]
        let texts = row.texts.values
        var changes: [(column: SeedColumn, value: StoredValue)] = []
        for (path, value) in row.values.sorted(by: { $0.key.joined(separator: ".") < $1.key.joined(separator: ".") }) {
            guard let column = table.column(of: .attribute(path), in: row.entity), !column.isDerived else { continue }
            let name = path.joined(separator: ".")
            if row.edited == .merge {
                if texts[name] == older.values[name] { continue }
                // The value that the row was loaded with: the default, if the data gave none.
                let leaf = older.values[name]
                let loaded = leaf.map { text in
                    text.flatMap { StoredValue(canonicalText: $0, column.type.storage) } ?? .null
                }
                let start = loaded ?? initialValue(of: path, in: row.entity)
                if try current(column, id, in: table) != start.encoded(for: column) { continue }
            }
            changes.append((column, value.encoded(for: column)))
        }
        for (name, key) in references.keys[index].sorted(by: { $0.key < $1.key }) {
            guard let column = table.column(of: .key(name), in: row.entity),
                let target = statuses[key.target].identity
            else { continue }
            let current = try current(column, id, in: table)
            if current == .integer(target) { continue }
            if row.edited == .merge {
                if older.references[name] == row.references[name] { continue }
                let known = identities[schema.root(of: rows[key.target].entity)] ?? [:]
                let loaded = older.references[name]?.first.flatMap { known[$0] }
                if current != (loaded.map { .integer($0) } ?? .null) { continue }
            }
            changes.append((column, .integer(target)))
            if let order = table.column(of: .orderKey(name), in: row.entity) {
                changes.append((order, .integer(try orderKey(key, name, in: table, of: row.entity))))
            }
        }
        guard !changes.isEmpty, let identity = table.identity else { return }
        let list = changes.map { "\(SQLText.name($0.column.name)) = ?" }.joined(separator: ", ")
        let sql = "UPDATE \(SQLText.name(table.name)) SET \(list) WHERE \(SQLText.name(identity.name)) = ?"
        do {
            try db.execute(sql: sql, arguments: StatementArguments(changes.map(\.value) + [.integer(id)]))
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            // An object of the user's has the new values, which have to be unique.
        }
    }

    private func initialValue(of path: [String], in name: String) -> StoredValue {
        guard let entity = schema.entity(name), let attribute = schema.attribute(path[0], of: entity),
            let leaf = schema.leaves(of: attribute).first(where: { $0.path == path })
        else { return .null }
        return path.count > 1 && attribute.isOptional ? .null : schema.storedDefault(of: leaf.attribute) ?? .null
    }

    private func current(_ column: SeedColumn, _ id: Int64, in table: SeedTable) throws -> StoredValue {
        guard let identity = table.identity else { return .null }
        let sql = """
            SELECT \(SQLText.name(column.name)) FROM \(SQLText.name(table.name)) WHERE \(SQLText.name(identity.name)) = ?
            """
        return try StoredValue.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? .null
    }

    /// Adds the references that the data has added, and removes those that it has removed.
    private func editPairs(
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
                try insert(id, other, 0, into: table, isSourceNew: false)
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
