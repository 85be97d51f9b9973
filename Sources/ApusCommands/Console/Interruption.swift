@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Ctrl-C and a polite `kill` while stores are written: what is being done stops and is undone, instead of the process
/// going away in the middle of it. The second one ends the process as usual; a store is whole even then.
final class Interruption: Sendable {
    /// Whether the first signal has come, where the handlers reach it as well.
    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    private let flag = Flag()
    private let sources: [any DispatchSourceSignal]

    /// Takes the signals over from now on.
    init() {
        let signals: [Int32] = [SIGINT, SIGTERM]
        sources = signals.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (number, source) in zip(signals, sources) {
            signal(number, SIG_IGN)
            source.setEventHandler { [flag] in
                flag.isSet.store(true, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
            source.resume()
        }
    }

    /// Whether somebody wants the command to stop.
    var isRequested: Bool { flag.isSet.load(ordering: .relaxed) }
}
