/// What the iterators of live results have in common: they wait, fetch, and end.
struct LiveLoop<Model: PersistentModel> {
    let fetch: LiveFetch<Model>
    private var isOver = false

    init(_ fetch: LiveFetch<Model>) { self.fetch = fetch }

    /// Waits for the next element.
    ///
    /// - Parameter element: Fetches; `nil` if nothing has changed.
    /// - Returns: The element; `nil` at the end.
    /// - Throws: The error of the fetch, after which there are no more elements.
    nonisolated(nonsending) mutating func next<Element>(_ element: () throws -> Element?) async throws -> Element? {
        while !isOver {
            do {
                if let element = try element() { return element }
            } catch {
                isOver = true
                throw error
            }
            if await fetch.signal?.wait() != true { isOver = true }
        }
        return nil
    }
}
