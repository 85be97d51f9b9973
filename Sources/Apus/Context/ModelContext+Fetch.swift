import ApusSchema
import ApusStore
import Foundation
import GRDB

extension ModelContext {
    /// Fetches objects.
    ///
    /// Objects that are already in the context keep their values, unless another context of the container has saved newer ones.
    ///
    /// - Throws: ``ModelError`` if the store cannot evaluate the predicate or has an unusable value, `StoreError` if it cannot
    ///   be read.
    public func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        let table = try table(of: Model.self)
        try takeOverSaves()
        var found: [ModelObject] = []
        // All that is read is of one state of the store.
        try read(table) { _ in
            found = try objects(descriptor)
            try prefetch(prefetchedRelationships(of: descriptor), of: found, table.entity)
        }
        // Every object has the class of its row's entity, which is this entity or one below it, and arrays of
        // references have one representation for all classes.
        return unsafeBitCast(found, to: [Model].self)
    }

    /// Returns the number of objects that a fetch would return.
    ///
    /// - Throws: ``ModelError`` if the store cannot evaluate the predicate or has an unusable value, `StoreError` if it cannot
    ///   be read.
    public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
        let query = try self.query(descriptor, table(of: Model.self))
        let (offset, limit) = descriptor.page
        let pending: PendingChanges? = descriptor.includePendingChanges ? pendingChanges(for: query) : nil
        var count: Int
        if pending?.areEverywhere == true {
            count = try everything(query).count
        } else {
            count = 0
            try rows(query.statement(.count, coordinator, excluding: pending?.rows ?? []), in: query.table) {
                count = Int(RowReader.identity($0))
            }
            count += try pending.map { try matching($0.objects, query).count } ?? 0
        }
        return min(max(count - offset, 0), limit ?? .max)
    }

    /// Returns the identifiers of the objects that a fetch would return, without reading their values.
    ///
    /// - Throws: ``ModelError`` if the store cannot evaluate the predicate or has an unusable value, `StoreError` if it cannot
    ///   be read.
    public func fetchIdentifiers<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [PersistentIdentifier] {
        let query = try self.query(descriptor, table(of: Model.self))
        if descriptor.includePendingChanges, pendingChanges(for: query) != nil {
            return try objects(descriptor).map(\.persistentModelID)
        }
        var found: [PersistentIdentifier] = []
        try identities(query, descriptor.page) { table, row in
            found.append(PersistentIdentifier(entityName: table.entity.name, row: row))
        }
        return found
    }

    /// Compiles a fetch. Values of objects that its predicate refers to are read now.
    func query<Model>(_ descriptor: FetchDescriptor<Model>, _ table: EntityTable) throws -> CompiledQuery {
        try takeOverSaves()
        return try throwingReadingErrors { try CompiledQuery(descriptor, table, in: self) }
    }

    // MARK: - Objects

    private func objects<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [ModelObject] {
        let table = try table(of: Model.self)
        try takeOverSaves()
        if descriptor.isPlain, !differsFromStore || !descriptor.includePendingChanges { return try all(table) }
        let query = try self.query(descriptor, table)
        let (offset, limit) = descriptor.page
        guard descriptor.includePendingChanges, let pending = pendingChanges(for: query) else {
            if descriptor.includesPropertyValues, descriptor.batchSize == nil {
                let selection = try self.selection(of: descriptor, table)
                // SQLite may compute what a row has before it leaves out those beyond the limit.
                let packs = limit == nil && offset == 0 && packsByStatement(selection, of: table)
                return try objects(
                    query.statement(.rows(selection, isPacked: packs), coordinator, limit: limit, offset: offset),
                    selection,
                    table,
                    packedByStatement: packs
                )
            }
            var found: [ModelObject] = []
            try identities(query, (offset, limit)) { found.append(knownFault(in: $0, row: $1)) }
            if let size = descriptor.batchSize { batches.add(found, of: table, size: size, in: registered) }
            return found
        }
        var found: [ModelObject]
        if pending.areEverywhere {
            let all = try everything(query)
            found = try throwingReadingErrors { query.sorted(all, coordinator) }
        } else {
            let selection = coordinator.selections[table.id]
            let statement = query.statement(
                .rows(selection, isPacked: false),
                coordinator,
                excluding: pending.rows,
                limit: limit.map { $0 > .max - offset ? .max : $0 + offset }
            )
            found = try objects(statement, selection, table)
            let changed = try matching(pending.objects, query)
            if !changed.isEmpty {
                let stored = found
                found = try throwingReadingErrors { query.sorted(stored + changed, coordinator) }
            }
        }
        return Array(found.dropFirst(offset).prefix(limit ?? .max))
    }

    /// The columns that a fetch reads.
    ///
    /// - Throws: ``ModelError/unsupportedPredicate(_:reason:)`` if a key path is not that of a property.
    private func selection<Model>(of descriptor: FetchDescriptor<Model>, _ table: EntityTable) throws -> Selection {
        if descriptor.propertiesToFetch.isEmpty { return coordinator.selections[table.id] }
        let keyPaths = table.entity.keyPaths()
        let positions = try descriptor.propertiesToFetch.map { keyPath in
            if let position = keyPaths.firstIndex(of: keyPath), position < table.entity.properties.count {
                return position
            }
            throw ModelError.unsupportedPredicate(
                "\(keyPath)",
                reason: "it is not a property of '\(table.entity.name)'"
            )
        }
        return coordinator.selection(of: table, reading: Set(positions))
    }

    /// All objects of an entity, in the order of their rows.
    ///
    /// - Parameters:
    ///   - table: The entity's table.
    ///   - packs: Whether the rows are packed: not if all values are read at once.
    /// - Returns: The objects.
    /// - Throws: ``ModelError`` if a row has a value that its object cannot have.
    private func all(_ table: EntityTable, packs: Bool = true) throws -> [ModelObject] {
        let selection = coordinator.selections[table.id]
        let map = registered[table.root]
        let packer = packs ? RowPacker(selection, calledByStatement: packsByStatement(selection, of: table)) : nil
        let isPacked = packer?.isCalledByStatement == true
        var found: [ModelObject] = []
        try read(table) { access in
            try packing(packer, access) {
                let statement = try access.statement(
                    .all(table.id, isPacked: isPacked),
                    sql: selection.select(packed: isPacked, orderedBy: "\(table.name).\(table.identity)")
                )
                found = try map.lock.withLock { try objects(selection, map, of: statement, packer) }
            }
        }
        return found
    }

    private func objects(
        _ statement: (sql: String, parameters: [StoredValue]),
        _ selection: Selection,
        _ table: EntityTable,
        packedByStatement isPacked: Bool = false
    ) throws -> [ModelObject] {
        let map = registered[selection.root]
        let packer = RowPacker(selection, calledByStatement: isPacked)
        var found: [ModelObject] = []
        try read(table) { access in
            try packing(packer, access) {
                let prepared = try prepare(statement, access)
                found = try map.lock.withLock { try objects(selection, map, of: prepared, packer) }
            }
        }
        return found
    }

    /// Passes the table and the identity of each row that a query finds to a closure.
    func identities(
        _ query: CompiledQuery,
        _ page: (offset: Int, limit: Int?),
        _ body: (EntityTable, Int64) -> Void
    ) throws {
        let selection = coordinator.selections[query.table.id]
        try rows(query.statement(.identities, coordinator, limit: page.limit, offset: page.offset), in: query.table) {
            row in
            let identity = RowReader.identity(row)
            let entity = try self.entity(selection, of: row)
            if identity == ModelObject.noRow { throw unusableIdentity(in: entity.table) }
            body(entity.table, identity)
        }
    }

    /// Runs a query and passes each row to a closure, while a lock is held that the closure would take for each row.
    func rows(
        _ statement: (sql: String, parameters: [StoredValue]),
        in table: EntityTable,
        holding lock: NSRecursiveLock? = nil,
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        try read(table) { access in
            let prepared = try prepare(statement, access)
            lock?.lock()
            defer { lock?.unlock() }
            try prepared.rows(body)
        }
    }

    /// Prepares a query.
    ///
    /// - Throws: ``ModelError`` if SQLite refuses it.
    private func prepare(
        _ statement: (sql: String, parameters: [StoredValue]),
        _ access: StoreAccess
    ) throws -> PreparedStatement {
        do {
            let prepared = try access.statement(.query(statement.sql), sql: statement.sql)
            prepared.bind(statement.parameters)
            return prepared
        } catch let error as DatabaseError where error.isAboutDepth {
            throw ModelError.unsupportedPredicate(statement.sql, reason: "it is nested too deeply for SQLite")
        } catch let error as DatabaseError {
            throw error.explained(statement.sql)
        }
    }

    // MARK: - Unsaved changes

    /// The unsaved changes that a query's result may depend on.
    struct PendingChanges {
        /// The inserted and changed objects of the fetched entities.
        let objects: [ModelObject]
        /// The rows of changed and deleted objects, for which the store's result does not count.
        let rows: [Int64]
        /// Whether the store's result does not count for any row, because changed objects may be related to it.
        let areEverywhere: Bool
    }

    /// The unsaved changes that matter to a query; `nil` if the store's result is right without them.
    func pendingChanges(for query: CompiledQuery) -> PendingChanges? {
        if !differsFromStore { return nil }
        let changed: [ModelObject] = self.changed.filter { $0.lifecycle == .stored && query.concerns($0) }
        let rows: [Int64] = (changed + deleted.filter { query.concerns($0) }).compactMap(\.row)
        let objects: [ModelObject] = changed + inserted.filter { query.concerns($0) }
        let areEverywhere = query.readsOtherObjects
        if rows.isEmpty, objects.isEmpty, !areEverywhere { return nil }
        return PendingChanges(objects: objects, rows: rows, areEverywhere: areEverywhere)
    }

    /// Whether there are unsaved changes that matter to a query.
    func hasPendingChanges(for query: CompiledQuery) -> Bool { pendingChanges(for: query) != nil }

    /// All objects that match now, in no particular order.
    private func everything(_ query: CompiledQuery) throws -> [ModelObject] {
        let stored: [ModelObject] = try all(query.table, packs: false).filter { !$0.isDeleted }
        return try matching(stored + inserted, query)
    }

    private func matching(_ objects: [ModelObject], _ query: CompiledQuery) throws -> [ModelObject] {
        try throwingReadingErrors { objects.filter { query.matches($0, coordinator) } }
    }

    /// Runs a closure, and throws the error of a value that could not be read meanwhile.
    ///
    /// - Parameters:
    ///   - isKept: Whether the error stays in the context, so that saves throw it.
    ///   - body: The closure.
    /// - Returns: What the closure returns.
    /// - Throws: The error of the closure, or of reading.
    func throwingReadingErrors<Result>(keeping isKept: Bool = true, _ body: () throws -> Result) throws -> Result {
        let earlier: (any Error)? = readingError
        readingError = nil
        defer { readingError = earlier ?? (isKept ? readingError : nil) }
        let result = try body()
        if let readingError { throw readingError }
        return result
    }
}

extension DatabaseError {
    /// Whether a statement is nested too deeply for SQLite's parser or its limit of expressions.
    fileprivate var isAboutDepth: Bool {
        message == "parser stack overflow" || message?.hasPrefix("Expression tree is too large") == true
    }
}
