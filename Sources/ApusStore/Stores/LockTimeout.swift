import Foundation
import GRDB

/// How long to wait for a locked store.
struct LockTimeout: Sendable {
    /// The maximum in seconds.
    var seconds: Double = 5

    /// Called repeatedly to check whether to stop waiting.
    var isCancelled: @Sendable () -> Bool = { false }

    /// The busy handler of a connection.
    var busyMode: Database.BusyMode {
        let tries = Int((seconds / Self.pause).rounded(.up))
        return .callback { [isCancelled] number in
            guard number < tries, !isCancelled() else { return false }
            usleep(useconds_t(Self.pause * 1_000_000))
            return true
        }
    }

    /// The pause between two tries, in seconds.
    private static let pause: Double = 0.01
}
