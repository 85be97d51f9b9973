extension ModelContext {
    /// The objects that a fetch returns, in sections, at once and after each change: as ``results(of:)``, which says when.
    ///
    /// ```swift
    /// let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.destination), SortDescriptor(\.name)])
    /// for try await change in context.results(of: descriptor, sectionBy: \.destination) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - descriptor: The objects. Sort them by the section key first, so that sections are in its order: otherwise, a section is
    ///     where its first object is.
    ///   - sectionKey: What the objects of a section have in common. If it is not a property of the entity itself, each change of
    ///     the store has the objects fetched again, because what it reads is unknown.
    /// - Returns: The results.
    public func results<Model, SectionKey: Hashable>(
        of descriptor: FetchDescriptor<Model>,
        sectionBy sectionKey: KeyPath<Model, SectionKey>
    ) -> SectionedResults<Model, SectionKey> {
        SectionedResults(context: self, descriptor: descriptor, sectionKey: sectionKey)
    }
}

/// The objects of a fetch in sections, each time they change: see ``ModelContext/results(of:sectionBy:)``.
public struct SectionedResults<Model: PersistentModel, SectionKey: Hashable>: AsyncSequence {
    weak var context: ModelContext?
    let descriptor: FetchDescriptor<Model>
    let sectionKey: KeyPath<Model, SectionKey>

    /// Begins to fetch.
    public func makeAsyncIterator() -> Iterator {
        let table = context.flatMap { try? $0.table(of: Model.self) }
        let position = table?.entity.keyPaths().firstIndex { $0 == sectionKey }
        // Only the store knows what derived attributes are made of.
        let isOwn = position.map { position in
            position < table?.entity.properties.count ?? 0 && table?.derivedPositions.contains(position) == false
        }
        let fetch = LiveFetch(descriptor, in: context, dependsOnEverything: isOwn != true)
        return Iterator(LiveSections(fetch, by: sectionKey))
    }

    /// The changes of the sections, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let sections: LiveSections<Model, SectionKey>
        private var loop: LiveLoop<Model>

        fileprivate init(_ sections: LiveSections<Model, SectionKey>) {
            self.sections = sections
            loop = LiveLoop(sections.fetch)
        }

        /// Waits for the next change.
        ///
        /// - Returns: The change; `nil` at the end.
        /// - Throws: The errors of ``ModelContext/fetch(_:)``, after which there are no more changes.
        nonisolated(nonsending) public mutating func next() async throws -> SectionedChange<Model, SectionKey>? {
            let sections = sections
            return try await loop.next { try sections.change() }
        }

        /// Waits for the next change, where the loop runs.
        ///
        /// - Parameter actor: The actor of the context.
        /// - Returns: The change; `nil` at the end.
        /// - Throws: The errors of ``ModelContext/fetch(_:)``.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> SectionedChange<Model, SectionKey>? {
            try await next()
        }
    }
}

/// The sections of a live fetch, and what its user knows of them.
final class LiveSections<Model: PersistentModel, SectionKey: Hashable> {
    let fetch: LiveFetch<Model>
    private let sectionKey: KeyPath<Model, SectionKey>
    private var last: [ResultsSection<Model, SectionKey>]?

    init(_ fetch: LiveFetch<Model>, by sectionKey: KeyPath<Model, SectionKey>) {
        (self.fetch, self.sectionKey) = (fetch, sectionKey)
    }

    /// Fetches again, if the result may have changed.
    ///
    /// - Returns: What has changed; `nil` if nothing has, or the context or its container has ended.
    /// - Throws: The errors of a fetch.
    func change() throws -> SectionedChange<Model, SectionKey>? {
        guard let change = try fetch.change() else { return nil }
        let sections = try fetch.reading { ResultsSection.sections(of: change.results, by: sectionKey) }
        let updated = Set(change.updatedIndexes.map { ObjectIdentifier(change.results[$0]) })
        let steps = SectionedChange(from: last ?? [], to: sections, updated: updated)
        defer { last = sections }
        return last == nil || !steps.isEmpty ? steps : nil
    }
}
