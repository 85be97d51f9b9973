import Foundation

/// Where a context is used.
enum ContextThread {
    case main
    /// On whatever thread, but one job of this queue after the other.
    case queue(DispatchQueue)

    /// The queue whose jobs may use the context.
    var queue: DispatchQueue {
        switch self {
        case .main: .main
        case .queue(let queue): queue
        }
    }

    /// Whether the code that asks may use such a context now.
    ///
    /// The thread alone does not tell: off Apple's platforms, the jobs of the main queue run on other threads once the main
    /// thread has handed over to it, as an asynchronous `main()` does.
    var isCurrent: Bool {
        if case .main = self {
            if Thread.isMainThread { return true }
            _ = Self.marksMain
        }
        return DispatchQueue.getSpecific(key: Self.running) == id
    }

    /// Lets the jobs of the queue know that they are running on it: once, because another mark would end the first one while
    /// a job may be looking at it.
    func mark() { queue.setSpecific(key: Self.running, value: id) }

    private static let marksMain: Void = ContextThread.main.mark()

    private static let running = DispatchSpecificKey<ObjectIdentifier>()

    /// Identifies the queue. `DispatchQueue.main` may return another object at each call.
    private var id: ObjectIdentifier {
        switch self {
        case .main: ObjectIdentifier(ContextThread.self)
        case .queue(let queue): ObjectIdentifier(queue)
        }
    }
}
