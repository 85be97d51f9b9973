import Dispatch
import Foundation

/// Reads a pipe to its end on a thread of its own.
///
/// A queue would not do: on Linux its threads are those that tasks run on, and all of them may be waiting here.
final class BackgroundReading: @unchecked Sendable {
    // Written before the signal, read after it: never at once.
    private var bytes = Data()
    private let isDone = DispatchSemaphore(value: 0)

    /// Begins to read.
    init(of handle: FileHandle) {
        Thread.detachNewThread { [self] in
            bytes = (try? handle.readToEnd()) ?? Data()
            isDone.signal()
        }
    }

    /// Waits for the end; once.
    ///
    /// - Returns: What was read.
    func wait() -> Data {
        isDone.wait()
        return bytes
    }
}
