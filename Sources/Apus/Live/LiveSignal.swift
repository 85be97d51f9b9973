import Foundation

/// Wakes up the one task that waits for a live result, however many changes there were meanwhile.
final class LiveSignal: @unchecked Sendable {
    private let lock = NSLock()
    private var isRaised = false
    private var isFinished = false
    private var waiting: CheckedContinuation<Void, Never>?

    /// Wakes up what waits, or what waits next.
    func raise() {
        let waiting = lock.withLock {
            isRaised = true
            defer { self.waiting = nil }
            return self.waiting
        }
        waiting?.resume()
    }

    /// Ends the waiting, from now on.
    func finish() {
        let waiting = lock.withLock {
            isFinished = true
            defer { self.waiting = nil }
            return self.waiting
        }
        waiting?.resume()
    }

    /// Whether the result is live no longer.
    var isOver: Bool { lock.withLock { isFinished } }

    /// Waits for a change since the last call.
    ///
    /// - Returns: Whether there may be one; false at the end, and if the task is cancelled.
    func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The cancellation may have come before.
                let isReady = lock.withLock {
                    if isRaised || isFinished || Task.isCancelled { return true }
                    waiting = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiting = lock.withLock {
                defer { self.waiting = nil }
                return self.waiting
            }
            waiting?.resume()
        }
        return lock.withLock {
            defer { isRaised = false }
            return isRaised && !isFinished && !Task.isCancelled
        }
    }
}
