import Foundation

/// Names for variables that range over the objects of a collection.
enum CollectionVariable {
    private static let counter = Counter()

    /// Returns a name that has not been used before.
    static func next() -> String { "each\(counter.next())" }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count: Int = 0

        func next() -> Int {
            lock.withLock {
                count += 1
                return count
            }
        }
    }
}
