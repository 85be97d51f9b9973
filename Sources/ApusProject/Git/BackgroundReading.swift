import Dispatch
import Foundation

/// Reads a pipe to its end on a thread of its own.
///
/// A dispatch queue is not enough: on Linux it shares its threads with tasks, and all of them may be waiting here.
final class BackgroundReading: @unchecked Sendable {
    // Written before the signal and read after it, so never concurrently.
    private var bytes = Data()
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts reading.
    init(of handle: FileHandle) {
        Thread.detachNewThread { [self] in
            bytes = (try? handle.readToEnd()) ?? Data()
            isDone.signal()
        }
    }

    /// Waits for the end. Call this only once.
    ///
    /// - Returns: The bytes.
    func wait() -> Data {
        isDone.wait()
        return bytes
    }
}
