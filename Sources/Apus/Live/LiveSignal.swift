import Foundation

/// Wakes up the tasks that wait for a live result, however many changes there were meanwhile. There is one, unless an iterator was
/// copied.
final class LiveSignal: @unchecked Sendable {
    private let lock = NSLock()
    private var isRaised = false
    private var isFinished = false
    private var waiting: [UUID: CheckedContinuation<Bool, Never>] = [:]

    /// Wakes up what waits, or what waits next.
    func raise() {
        let waiting = lock.withLock {
            isRaised = self.waiting.isEmpty
            defer { self.waiting = [:] }
            return self.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Ends the waiting, from now on.
    func finish() {
        let waiting = lock.withLock {
            isFinished = true
            defer { self.waiting = [:] }
            return self.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }

    /// Whether the result is live no longer.
    var isOver: Bool { lock.withLock { isFinished } }

    /// The number of tasks that wait.
    var waitingCount: Int { lock.withLock { waiting.count } }

    /// Waits for a change since the last call.
    ///
    /// - Returns: Whether there may be one; false at the end, and if the task is cancelled.
    func wait() async -> Bool {
        let id = UUID()
        let isChanged = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                let answer: Bool? = lock.withLock {
                    // The cancellation may have come before.
                    if isFinished || Task.isCancelled { return false }
                    if isRaised {
                        isRaised = false
                        return true
                    }
                    waiting[id] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = lock.withLock { self.waiting.removeValue(forKey: id) }
            waiting?.resume(returning: false)
        }
        return isChanged && !Task.isCancelled && !isOver
    }
}
