import ApusTesting
@preconcurrency import Dispatch
import Foundation

/// Handles SIGINT (Ctrl-C), SIGQUIT, SIGHUP and SIGTERM while stores are written: what is being written stops and is
/// undone. A second signal ends the process at once; even then no store is damaged.
final class Interruption: Sendable {
    /// Whether the first signal has arrived, shared with the handlers.
    private let hasArrived = Locked(false)
    private let sources: [any DispatchSourceSignal]

    /// Starts handling the signals.
    init() {
        // Under `nohup`, the end of the session is to be ignored.
        let survivesSession =
            unsafeBitCast(signal(SIGHUP, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        let signals: [Int32] = [SIGINT, SIGQUIT, SIGTERM] + (survivesSession ? [] : [SIGHUP])
        sources = signals.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (number, source) in zip(signals, sources) {
            signal(number, SIG_IGN)
            source.setEventHandler { [hasArrived] in
                hasArrived.withLock { $0 = true }
                signal(number, SIG_DFL)
            }
            source.resume()
        }
    }

    /// Whether the command is to stop.
    var isRequested: Bool { hasArrived.withLock { $0 } }
}
