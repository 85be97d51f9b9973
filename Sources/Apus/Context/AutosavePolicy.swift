/// When a context saves its changes by itself.
public enum AutosavePolicy: Hashable, Sendable {
    /// Never: only ``ModelContext/save()`` saves.
    case never

    /// When nothing has changed for a time; after ten times as long in any case.
    case whenSettled(after: Duration)

    /// A time after the first change since the last save.
    case every(Duration)

    /// The time from a change to the save; `nil` for never.
    var delay: Duration? {
        switch self {
        case .never: nil
        case .whenSettled(let delay), .every(let delay): delay
        }
    }
}
