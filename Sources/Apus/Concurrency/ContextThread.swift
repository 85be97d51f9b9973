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
}
