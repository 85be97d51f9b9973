extension ModelContext {
    /// The objects that a fetch returns, at once and after each change of the result: of this context, unsaved, of others, and of
    /// other processes.
    ///
    /// ```swift
    /// for try await change in context.results(of: FetchDescriptor(where: Trip.columns.nights > 7)) {
    ///     show(change.results, change.difference, change.updatedIndexes)
    /// }
    /// ```
    ///
    /// The loop runs where the context is used: in the main actor, a ``ModelActor``, or the task of the context. Changes while its
    /// body runs are one change afterwards, the difference from what the body saw.
    ///
    /// - Parameter descriptor: The objects. Unsaved changes count as they do in a fetch.
    /// - Returns: The results. They do not retain the context, and end with it, with its container, and with the task. Each loop
    ///   fetches by itself.
    public func results<Model>(of descriptor: FetchDescriptor<Model>) -> LiveResults<Model> {
        LiveResults(context: self, descriptor: descriptor)
    }
}

/// The objects of a fetch, each time they change: see ``ModelContext/results(of:)``.
public struct LiveResults<Model: PersistentModel>: AsyncSequence {
    weak var context: ModelContext?
    let descriptor: FetchDescriptor<Model>

    /// Begins to fetch.
    public func makeAsyncIterator() -> Iterator { Iterator(fetch: LiveFetch(descriptor, in: context)) }

    /// The changes of the result, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var loop: LiveLoop<Model>

        init(fetch: LiveFetch<Model>) { loop = LiveLoop(fetch) }

        /// Waits for the next change.
        ///
        /// - Returns: The change; `nil` at the end.
        /// - Throws: The errors of ``ModelContext/fetch(_:)``, after which there are no more changes.
        nonisolated(nonsending) public mutating func next() async throws -> ResultsChange<Model>? {
            let fetch = loop.fetch
            return try await loop.next { try fetch.change() }
        }

        /// Waits for the next change, where the loop runs.
        ///
        /// - Parameter actor: The actor of the context.
        /// - Returns: The change; `nil` at the end.
        /// - Throws: The errors of ``ModelContext/fetch(_:)``.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> ResultsChange<Model>? {
            try await next()
        }
    }
}
