import Foundation

/// The names of variables that stand for each object of a collection.
enum CollectionVariable {
    private static let counter = Counter()

    /// A name that was never given.
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
