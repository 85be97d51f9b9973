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
            return FetchedValue(identifiers, members: Set(identifiers.map(\.key)))
        }
    }

    /// The number of objects that a fetch would return, at once and whenever it has changed in the store.
    ///
    /// - Parameter descriptor: The objects, as they are saved.
    /// - Returns: The numbers, which end as ``identifiers(of:)`` do.
    public func counts<Model>(of descriptor: FetchDescriptor<Model>) -> LiveValues<Int> {
        values(descriptor, .columns) { FetchedValue(try $0.fetchCount(descriptor)) }
    }

    /// What is made of the objects that a fetch returns, at once and whenever it has changed in the store.
    ///
    /// ```swift
    /// for try await trips in container.values(of: descriptor, { try TripValue($0) }) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - descriptor: The objects, as they are saved.
    ///   - transform: Makes a value of an object. If it reads other objects, the values are fetched after each change of the store.
    /// - Returns: The values, which end as ``identifiers(of:)`` do.
    public func values<Model, Value: Equatable & Sendable>(
        of descriptor: FetchDescriptor<Model>,
        _ transform: @escaping @Sendable (Model) throws -> Value
    ) -> LiveValues<[Value]> {
        values(descriptor, .rows) { context in
            // A value that is read only by the transform must be of the same state, and its error must not be lost.
            var fetched = FetchedValue<[Value]>([])
            try context.read(context.table(of: Model.self)) { _ in
                try context.throwingReadingErrors {
                    let found = try context.fetch(descriptor)
                    let members = Set(found.map { ($0 as ModelObject).persistentModelID.key })
                    let values = try found.map(transform)
                    let others = context.registered.reduce(-found.count) { $0 + $1.objects.count }
                    fetched = FetchedValue(values, members: members, readsOthers: others > 0)
                }
            }
            return fetched
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
            fetch: { FetchedValue(try $0.aggregate(descriptor, repeat each columns)) },
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
        _ fetch: @escaping @Sendable (ModelContext) throws -> FetchedValue<Value>
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
        var dependencies = QueryDependencies(of: query, and: groups.values.map(\.value), coordinator)
        // The store computes them from rows of other objects, too.
        if interest == .rows, coordinator.hasDerivedValues(table) { dependencies.readEverything() }
        if known == nil { coordinator.watchOtherProcesses() }
        let live = known ?? LiveQuery(query, dependencies, interest, in: coordinator.live)
        live.begin(query, dependencies)
        return live
    }
}

/// A value, and which objects it was made of.
private struct FetchedValue<Value> {
    let value: Value
    /// The keys of all objects that fulfil the condition; `nil` if they are unknown.
    let members: Set<LiveQuery.Key>?
    /// Whether the value was made of other objects as well.
    let readsOthers: Bool

    init(_ value: Value, members: Set<LiveQuery.Key>? = nil, readsOthers: Bool = false) {
        (self.value, self.members, self.readsOthers) = (value, members, readsOthers)
    }
}

extension StoreCoordinator {
    /// Whether objects that a fetch of a table may return have attributes that the store computes.
    fileprivate func hasDerivedValues(_ table: EntityTable) -> Bool {
        tables.contains { $0.root == table.root && $0.entity.isKind(of: table.entity) && !$0.derivedPositions.isEmpty }
    }
}

/// Values of a container's stores, each time they change: see ``ModelContainer/counts(of:)``. Any task can use them.
public struct LiveValues<Value: Sendable>: AsyncSequence, Sendable {
    fileprivate let container: ModelContainer
    fileprivate let query: @Sendable (ModelContext, LiveQuery?) throws -> LiveQuery
    fileprivate let fetch: @Sendable (ModelContext) throws -> FetchedValue<Value>
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
                            let fetched = try values.fetch(context)
                            query.end(values.isPage ? nil : fetched.members)
                            if fetched.readsOthers { query.dependOnEverything() }
                            return (query, fetched.value)
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
