import Dispatch

extension Array where Element: Sendable {
    /// What a function makes of each element, in the order of the elements; on all processors at once.
    ///
    /// Worth it where an element takes far longer than the few microseconds that waking a thread does.
    ///
    /// - Parameter transform: The function; it runs on any thread.
    /// - Returns: The results.
    package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        Array<Result>(unsafeUninitializedCapacity: count) { buffer, initializedCount in
            // Each iteration has a slot of its own.
            nonisolated(unsafe) let slots: UnsafeMutableBufferPointer<Result> = buffer
            DispatchQueue.concurrentPerform(iterations: count) { place in
                slots.initializeElement(at: place, to: transform(self[place]))
            }
            initializedCount = count
        }
    }
}
