import Foundation

extension ModelContainer {
    /// The identifiers of the objects that a fetch would return, at once and whenever they or their order have changed in the
    /// store.
    ///
    /// - Parameter descriptor: The objects, as they are saved.
    /// - Returns: The identifiers. They retain the container, and end when it is closed.
    public func identifiers<Model>(of descriptor: FetchDescriptor<Model>) -> LiveValues<[PersistentIdentifier]> {
        values(descriptor, .columns) {
            let identifiers = try $0.fetchIdentifiers(descriptor)
            return (identifiers, Set(identifiers.map(\.key)))
        }
    }

    /// The number of objects that a fetch would return, at once and whenever it has changed in the store.
    ///
    /// - Parameter descriptor: The objects, as they are saved.
    /// - Returns: The numbers, which end as ``identifiers(of:)`` do.
    public func counts<Model>(of descriptor: FetchDescriptor<Model>) -> LiveValues<Int> {
        values(descriptor, .columns) { (try $0.fetchCount(descriptor), nil) }
    }

    /// What is made of the objects that a fetch returns, at once and whenever it has changed in the store.
    ///
    /// ```swift
    /// for try await trips in container.values(of: descriptor, { try TripValue($0) }) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - descriptor: The objects, as they are saved.
    ///   - transform: Makes a value of an object. It must read nothing but the object's own properties.
    /// - Returns: The values, which end as ``identifiers(of:)`` do.
    public func values<Model, Value: Equatable & Sendable>(
        of descriptor: FetchDescriptor<Model>,
        _ transform: @escaping @Sendable (Model) throws -> Value
    ) -> LiveValues<[Value]> {
        values(descriptor, .rows) { context in
            // A value that is read only by the transform must be of the same state, and its error must not be lost.
            var (values, members): ([Value], Set<LiveQuery.Key>) = ([], [])
            try context.read(context.table(of: Model.self)) { _ in
                try context.throwingReadingErrors {
                    let found = try context.fetch(descriptor)
                    members = Set(found.map { ($0 as ModelObject).persistentModelID.key })
                    values = try found.map(transform)
                }
            }
            return (values, members)
        }
    }

    /// Computes values of all objects that a fetch would return, at once and whenever they have changed in the store: see
    /// ``ModelContext/aggregate(_:_:)``.
    ///
    /// - Parameters:
    ///   - descriptor: The objects, as they are saved.
    ///   - columns: The values.
    /// - Returns: The values, which end as ``identifiers(of:)`` do.
    public func aggregates<Model, each Result: Equatable & Sendable>(
        of descriptor: FetchDescriptor<Model>,
        _ columns: repeat AggregateColumn<Model, each Result>
    ) -> LiveValues<(repeat each Result)> {
        var aggregates: [Aggregate] = []
        for column in repeat each columns { aggregates.append(column.aggregate) }
        return LiveValues(
            container: self,
            query: { [aggregates] in try $0.liveValueQuery(descriptor, .columns, aggregates, $1) },
            fetch: { (try $0.aggregate(descriptor, repeat each columns), nil) },
            isPage: false,
            isEqual: { one, other in
                for (one, other) in repeat (each one, each other) {
                    if one != other { return false }
                }
                return true
            }
        )
    }

    private func values<Model, Value: Equatable & Sendable>(
        _ descriptor: FetchDescriptor<Model>,
        _ interest: LiveQuery.Interest,
        _ fetch: @escaping @Sendable (ModelContext) throws -> (Value, members: Set<LiveQuery.Key>?)
    ) -> LiveValues<Value> {
        LiveValues(
            container: self,
            query: { try $0.liveValueQuery(descriptor, interest, [], $1) },
            fetch: fetch,
            isPage: descriptor.page != (0, nil),
            isEqual: ==
        )
    }
}

extension ModelContext {
    /// Begins to fetch values that a container computes, and makes them live.
    ///
    /// A query that is known is compiled again, because the objects that it captures may have other values now.
    fileprivate func liveValueQuery<Model>(
        _ descriptor: FetchDescriptor<Model>,
        _ interest: LiveQuery.Interest,
        _ aggregates: [Aggregate],
        _ known: LiveQuery?
    ) throws -> LiveQuery {
        let table = try table(of: Model.self)
        let query = try self.query(descriptor, table)
        let groups = try QueryGroups(
            by: [],
            aggregates,
            having: ModelPredicate<Model>?.none,
            order: [],
            table,
            in: self
        )
        let dependencies = QueryDependencies(of: query, and: groups.values.map(\.value), coordinator)
        if known == nil { coordinator.watchOtherProcesses() }
        let live = known ?? LiveQuery(query, dependencies, interest, in: coordinator.live)
        live.begin(query, dependencies)
        return live
    }
}

/// Values of a container's stores, each time they change: see ``ModelContainer/counts(of:)``. Any task can use them.
public struct LiveValues<Value: Sendable>: AsyncSequence, Sendable {
    fileprivate let container: ModelContainer
    fileprivate let query: @Sendable (ModelContext, LiveQuery?) throws -> LiveQuery
    /// Fetches the value, with the keys of all objects that fulfil the condition, if they are known.
    fileprivate let fetch: @Sendable (ModelContext) throws -> (Value, members: Set<LiveQuery.Key>?)
    /// Whether the fetch leaves out objects that fulfil the condition.
    fileprivate let isPage: Bool
    fileprivate let isEqual: @Sendable (Value, Value) -> Bool

    /// Begins to fetch.
    public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

    /// The values, one after the other, of which no two in a row are equal.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let values: LiveValues
        private var query: LiveQuery?
        private var last: Value?
        private var isOver = false

        fileprivate init(values: LiveValues) { self.values = values }

        /// Waits for the next value.
        ///
        /// - Returns: The value; `nil` at the end.
        /// - Throws: ``ModelError`` and `StoreError` as a fetch, after which there are no more values.
        public mutating func next() async throws -> Value? {
            while !isOver {
                do {
                    if let value = try await changedValue() { return value }
                } catch {
                    isOver = true
                    if values.container.coordinator.isClosed { return nil }
                    throw error
                }
                if await query?.signal.wait() != true { isOver = true }
            }
            return nil
        }

        private mutating func changedValue() async throws -> Value? {
            if query?.isStale == false { return nil }
            let (values, known) = (values, query)
            let queue = values.container.coordinator.live.queue
            let (query, value) = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<(LiveQuery, Value), any Error>) in
                // Waiting for the store blocks no task.
                queue.async {
                    continuation.resume(
                        with: Result {
                            let context = ModelContext(values.container, isObservable: false)
                            let query = try values.query(context, known)
                            let (value, members) = try values.fetch(context)
                            query.end(values.isPage ? nil : members)
                            return (query, value)
                        }
                    )
                }
            }
            self.query = query
            if let last, values.isEqual(last, value) { return nil }
            last = value
            return value
        }
    }
}
