import ApusSchema
import ApusStore
import GRDBSQLite

extension ModelContext {
    /// The relationships that a fetch reads along, by names.
    ///
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a key path is not one of properties.
    func prefetchedRelationships<Model>(of descriptor: FetchDescriptor<Model>) throws -> [String] {
        if descriptor.relationshipKeyPathsForPrefetching.isEmpty { return descriptor.relationshipNamesForPrefetching }
        let translator = FoundationTranslator(coordinator)
        return try descriptor.relationshipKeyPathsForPrefetching.map { keyPath in
            guard let names = translator.names(of: keyPath, from: Model.self) else {
                throw ModelError.unsupportedPredicate(
                    "\(keyPath)",
                    reason: "it is not a relationship of '\(Model.self)'"
                )
            }
            return names.joined(separator: ".")
        } + descriptor.relationshipNamesForPrefetching
    }

    /// Prefetches relationships, with one statement per relationship.
    ///
    /// - Parameters:
    ///   - paths: The key paths of the relationships.
    ///   - objects: The objects that have them.
    ///   - entity: The objects' entity.
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a name is not a relationship's, or SQLite's error.
    func prefetch(_ paths: [String], of objects: [ModelObject], _ entity: EntityDescription) throws {
        for path in paths {
            var (objects, entity): ([ModelObject], EntityDescription) = (objects, entity)
            for name in path.split(separator: ".", omittingEmptySubsequences: false) {
                guard
                    let position = entity.relationshipPositions.first(where: {
                        entity.relationship(at: $0).name == name
                    })
                else {
                    throw ModelError.unsupportedPredicate(
                        path,
                        reason: "'\(entity.name)' has no relationship '\(name)' to prefetch"
                    )
                }
                let relationship = entity.relationship(at: position)
                // Nothing else has references to what was read, before the next relationship of the path is.
                var read: [ModelObject] = []
                defer { withExtendedLifetime(read) {} }
                if relationship.storage == .ownKey {
                    read = try prefetchReferences(position, of: objects, relationship)
                } else if relationship.storage != .memory {
                    try prefetchEnds(position, of: objects.filter { $0.hasRow && !$0.knows(position) }, relationship)
                }
                var seen: Set<ObjectIdentifier> = []
                objects = objects.flatMap { $0.related(position) }.filter { seen.insert(ObjectIdentifier($0)).inserted }
                entity = relationship.destination
            }
        }
    }

    /// Reads the rows that the objects' foreign keys refer to, unless their values are known.
    ///
    /// - Returns: The objects that were read.
    private func prefetchReferences(
        _ position: Int,
        of objects: [ModelObject],
        _ relationship: RelationshipDescription
    ) throws -> [ModelObject] {
        guard let far = coordinator.table(of: relationship.destination) else { return [] }
        var rows: Set<Int64> = []
        for object in objects {
            if case .integer(let row) = object.storedKey(at: position), registered[far.root][row]?.isFault ?? true {
                rows.insert(row)
            }
        }
        return try load(rows, of: far)
    }

    /// Reads the values of those objects of a batch that are in use.
    func load(_ batch: FaultBatches.Batch) throws {
        let map = registered[batch.table.root]
        _ = try load(Set(batch.rows.filter { map[$0]?.isFault == true }), of: batch.table)
    }

    /// Reads rows of an entity.
    ///
    /// - Returns: Their objects.
    func load(_ rows: Set<Int64>, of table: EntityTable) throws -> [ModelObject] {
        if rows.isEmpty { return [] }
        var objects: [ModelObject] = []
        let map = registered[table.root]
        let selection = coordinator.selections[table.id]
        let condition = "\(table.name).\(table.identity) IN (SELECT value FROM json_each(?1))"
        try self.rows((selection.select(where: condition), [Self.list(rows)]), in: table, holding: map.lock) {
            objects.append(try object(selection, map, from: $0))
        }
        return objects
    }

    /// Reads the related objects of relationships whose references are not in the objects' own rows.
    private func prefetchEnds(
        _ position: Int,
        of objects: [ModelObject],
        _ relationship: RelationshipDescription
    ) throws {
        guard let far = coordinator.table(of: relationship.destination), let near = objects.first?.table else { return }
        let selection = coordinator.selections[far.id]
        let list = "IN (SELECT value FROM json_each(?1))"
        let (source, column, orderKey): (String, String, String?)
        if let join = near.joinTables[position] {
            let pair = SQLText.name("$pair")
            column = "\(pair).\(join.near)"
            source = "\(far.name) JOIN \(join.name) AS \(pair) ON \(pair).\(join.far) = \(far.name).\(far.identity)"
            orderKey = join.orderKey.map { "\(pair).\($0)" }
        } else {
            guard let inverse = relationship.inverse else { return }
            column = "\(far.name).\(far.column(at: inverse))"
            source = far.name
            orderKey = relationship.isOrdered ? far.orderKeyColumns[inverse].map { "\(far.name).\($0)" } : nil
        }
        let order = [orderKey, "\(far.name).\(far.identity)"].compactMap { $0 }.joined(separator: ", ")
        let condition = selection.condition.map { " AND \($0)" } ?? ""
        let sql =
            "SELECT \(selection.columns), \(column) FROM \(source) WHERE \(column) \(list)\(condition) ORDER BY \(order)"
        var found: [Int64: [ModelObject]] = [:]
        let map = registered[far.root]
        try rows((sql, [Self.list(objects.compactMap(\.row))]), in: near, holding: map.lock) { statement in
            let owner: Int64 = sqlite3_column_int64(statement, sqlite3_column_count(statement) - 1)
            found[owner, default: []].append(try object(selection, map, from: statement))
        }
        for object in objects {
            let stored: [ModelObject] = found[object.rowOrNone] ?? []
            if relationship.isToMany {
                object.load(position, stored)
            } else {
                object.knownValues[apusEnd: position] = RelationshipEnd(.one(object.kept(stored, at: position).first))
            }
        }
    }

    private static func list(_ rows: some Sequence<Int64>) -> StoredValue {
        .text("[\(rows.map(String.init).joined(separator: ","))]")
    }

    /// The stored value of a column.
    func storedValue(of column: Int, of object: ModelObject) -> StoredValue {
        guard let table = object.table, let row = object.row else { return .null }
        var value: StoredValue = .null
        do {
            let sql = "SELECT \(table.readable(column, of: table.name)) FROM \(table.name) WHERE \(table.identity) = ?1"
            try rows((sql, [.integer(row)]), in: table) { value = RowReader.value($0, 0) }
        } catch {
            if readingError == nil { readingError = error }
        }
        return value
    }
}

extension ModelObject {
    /// Whether a relationship's objects are known without reading the store.
    fileprivate final func knows(_ position: Int) -> Bool {
        switch values?[apusEnd: position].state {
        case nil, .unknown: false
        case .row, .one, .detached: true
        case .many(let related): related.isLoaded
        }
    }
}
