import Foundation
import GRDB

/// How long a store is waited for that others keep locked.
struct Patience: Sendable {
    /// At most so many seconds.
    var seconds: Double = 5

    /// Asked again and again whether to stop waiting.
    var isCancelled: @Sendable () -> Bool = { false }

    /// The waiting as a connection does it.
    var busyMode: Database.BusyMode {
        let tries: Int = Int((seconds / Self.pause).rounded(.up))
        return .callback { [isCancelled] number in
            guard number < tries, !isCancelled() else { return false }
            usleep(useconds_t(Self.pause * 1_000_000))
            return true
        }
    }

    /// How long it is waited between two tries, in seconds.
    private static let pause: Double = 0.01
}
