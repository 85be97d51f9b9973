import Dispatch

/// Does work on several threads.
package enum Workers {
    /// Transforms elements on a number of threads.
    ///
    /// - Parameters:
    ///   - elements: The elements, which are begun in their order.
    ///   - jobs: The number of threads.
    ///   - progress: Called on one thread at a time, with the number of elements that are done and the last of them.
    ///   - transform: The work, on any thread.
    /// - Returns: The results in the order of the elements.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element],
        jobs: Int,
        progress: @Sendable (_ done: Int, _ last: Element) -> Void = { _, _ in },
        _ transform: @Sendable (Element) -> Result
    ) -> [Result] {
        let begun = Locked(0)
        let results = Locked<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: min(jobs, elements.count)) { _ in
            while true {
                let index = begun.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < elements.count else { return }
                let result = transform(elements[index])
                results.withLock { found in
                    found[index] = result
                    progress(found.count, elements[index])
                }
            }
        }
        return results.withLock { found in elements.indices.compactMap { found[$0] } }
    }
}
