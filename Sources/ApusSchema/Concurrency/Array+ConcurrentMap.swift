import Dispatch

extension Array where Element: Sendable {
    /// Transforms the elements on all processors at once.
    ///
    /// It is worth it if an element takes much longer than the few microseconds for waking a thread.
    ///
    /// - Parameter transform: The function, which runs on any thread.
    /// - Returns: The results, in the order of the elements.
    package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        Array<Result>(unsafeUninitializedCapacity: count) { buffer, initializedCount in
            // Each iteration has a slot of its own.
            nonisolated(unsafe) let slots: UnsafeMutableBufferPointer<Result> = buffer
            DispatchQueue.concurrentPerform(iterations: count) { index in
                slots.initializeElement(at: index, to: transform(self[index]))
            }
            initializedCount = count
        }
    }
}
