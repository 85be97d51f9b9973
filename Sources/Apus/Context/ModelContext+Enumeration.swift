import ApusSchema

extension ModelContext {
    /// Passes the objects of a fetch to a closure, batch by batch, and lets go of those that are not in use after their batch.
    /// So the memory does not grow with the objects, but by 8 bytes a row.
    ///
    /// If the fetch depends on unsaved changes, its objects are fetched at once.
    ///
    /// - Parameters:
    ///   - descriptor: The objects and their order.
    ///   - batchSize: The number of objects that are read at a time.
    ///   - allowEscapingMutations: Whether changes may be unsaved at the end of a batch. The context keeps their objects.
    ///   - block: The closure. It may use the context, and save it.
    /// - Throws: ``ModelError/escapingMutation(_:)`` if there are unsaved changes at the end of a batch that are not allowed,
    ///   which stay; an error of the fetch, or of `block`.
    public func enumerate<Model>(
        _ descriptor: FetchDescriptor<Model>,
        batchSize: Int = 5000,
        allowEscapingMutations: Bool = false,
        block: (Model) throws -> Void
    ) throws {
        let size = max(batchSize, 1)
        let rows = try rowList(descriptor)
        let all = try rows == nil ? fetch(descriptor) as [ModelObject] : []
        let count = rows?.count ?? all.count
        for start in stride(from: 0, to: count, by: size) {
            let range = start..<min(start + size, count)
            let unsaved = unsavedCount
            let starts = rows == nil ? [] : registered.map { $0.beginLog() }
            // Afterwards, the references of the closure are gone.
            defer { for (map, start) in zip(registered, starts) { map.unloadEnds(since: start) } }
            try releasing {
                let objects = try rows.map { try self.objects(of: $0, in: range) } ?? Array(all[range])
                try prefetch(prefetchedRelationships(of: descriptor), of: objects, table(of: Model.self).entity)
                for object in objects where !object.isDeleted { try block(unsafeDowncast(object, to: Model.self)) }
            }
            if !allowEscapingMutations, unsavedCount > unsaved {
                throw ModelError.escapingMutation(unsavedCount - unsaved)
            }
        }
    }

    /// Fetches objects, of which each is read when it is accessed, with its batch.
    ///
    /// - Parameters:
    ///   - descriptor: The objects and their order.
    ///   - batchSize: The number of objects that are read at a time.
    /// - Returns: The objects as they are in the store now, and with unsaved changes. One whose row is deleted before it is read
    ///   counts as deleted.
    /// - Throws: ``ModelError`` if the store cannot evaluate the predicate or has an unusable value, `StoreError` if it cannot
    ///   be read.
    public func fetch<Model>(
        _ descriptor: FetchDescriptor<Model>,
        batchSize: Int
    ) throws -> FetchResultsCollection<Model> {
        guard let rows = try rowList(descriptor) else {
            let objects = try fetch(descriptor)
            return FetchResultsCollection(count: objects.count) { objects[$0] }
        }
        let size = max(batchSize, 1)
        let batches = RecentBatches()
        return FetchResultsCollection(count: rows.count) { index in
            let (table, row) = rows[index]
            let object = self.knownFault(in: self.coordinator.tables[table], row: row)
            if object.isFault {
                let start = index / size * size
                do {
                    batches.keep(try self.objects(of: rows, in: start..<min(start + size, rows.count)))
                } catch {
                    if self.readingError == nil { self.readingError = error }
                }
            }
            return unsafeDowncast(object, to: Model.self)
        }
    }

    /// Fetches identifiers, of which each is made when it is accessed.
    ///
    /// - Parameters:
    ///   - descriptor: The objects and their order.
    ///   - batchSize: Without effect: identifiers are read at once, and need 8 bytes each.
    /// - Returns: The identifiers.
    /// - Throws: ``ModelError`` if the store cannot evaluate the predicate or has an unusable value, `StoreError` if it cannot
    ///   be read.
    public func fetchIdentifiers<Model>(
        _ descriptor: FetchDescriptor<Model>,
        batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        guard let rows = try rowList(descriptor) else {
            let identifiers = try fetchIdentifiers(descriptor)
            return FetchResultsCollection(count: identifiers.count) { identifiers[$0] }
        }
        let coordinator = coordinator
        return FetchResultsCollection(count: rows.count) { index in
            let (table, row) = rows[index]
            return PersistentIdentifier(entityName: coordinator.tables[table].entity.name, row: row)
        }
    }

    /// The rows that a fetch finds; `nil` if it depends on unsaved changes.
    func rowList<Model>(_ descriptor: FetchDescriptor<Model>) throws -> RowList? {
        let table = try table(of: Model.self)
        let query = try self.query(descriptor, table)
        if descriptor.includePendingChanges, pendingChanges(for: query) != nil { return nil }
        var list = RowList(coordinator.selections[table.id])
        try identities(query, descriptor.page) { list.append($0, $1) }
        return list
    }

    /// The objects of some rows, with their values.
    func objects(of rows: RowList, in range: Range<Int>) throws -> [ModelObject] {
        let objects = range.map { knownFault(in: coordinator.tables[rows[$0].table], row: rows[$0].row) }
        for faults in Dictionary(grouping: objects.filter(\.isFault), by: { $0.table?.root }).values {
            guard let root = faults.first?.table?.entity.root, let table = coordinator.table(of: root) else { continue }
            _ = try load(Set(faults.compactMap(\.row)), of: table)
            // What has no row any more counts as deleted.
            for object in faults where object.isFault && object.context === self { try loadRow(of: object) }
        }
        return objects
    }

    /// The objects of the batches that were read last, so that an app which reads at both ends of a list, or across a border of
    /// two batches, does not read each again.
    private final class RecentBatches {
        private var batches: [[ModelObject]] = []

        func keep(_ objects: [ModelObject]) {
            if batches.count == 4 { batches.removeFirst() }
            batches.append(objects)
        }
    }

    /// Runs a closure whose references are gone afterwards.
    private func releasing(_ body: () throws -> Void) rethrows { try body() }

    private var unsavedCount: Int { inserted.count + changed.count + deleted.count }
}
