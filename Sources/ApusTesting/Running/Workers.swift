import Dispatch
import Synchronization

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
        let next = Atomic<Int>(0)
        let results = Mutex<(found: [Int: Result], done: Int)>(([:], 0))
        DispatchQueue.concurrentPerform(iterations: min(jobs, elements.count)) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < elements.count else { return }
                let result = transform(elements[index])
                results.withLock { state in
                    state.found[index] = result
                    state.done += 1
                    progress(state.done, elements[index])
                }
            }
        }
        let found = results.withLock { $0.found }
        return elements.indices.compactMap { found[$0] }
    }
}
