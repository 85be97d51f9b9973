import Foundation

/// A value that several threads use, one at a time. `Mutex` needs newer systems than Apus does.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    // Only used while the lock is held.
    private var value: Value

    /// Creates a value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Uses the value, while no other thread does.
    package func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
        lock.withLock { work(&value) }
    }
}
