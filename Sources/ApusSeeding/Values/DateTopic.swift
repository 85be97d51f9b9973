/// The meaning of an attribute's dates, guessed from its name. Dates are relative to a fixed moment, not to the clock.
enum DateTopic: Sendable {
    case birthday
    case created
    case updated
    case start
    case end
    case other

    /// 2026-01-01 00:00 UTC, in seconds since 2001-01-01 00:00 UTC.
    static let now: Int = 788_918_400

    static let day: Int = 86400

    /// Guesses the topic from an attribute's name.
    init(_ attribute: String) {
        let name = NameWords(attribute)
        self =
            if name.has("birth", "birthday", "birthdate", "born") {
                .birthday
            } else if name.has("created", "creation", "added", "inserted", "registered", "joined") {
                .created
            } else if name.has(
                "updated",
                "modified",
                "changed",
                "edited",
                "synced",
                "deleted",
                "modification",
                "update"
            ) {
                .updated
            } else if name.has("start", "begin", "from", "departure", "opens", "starts", "begins", "since") {
                .start
            } else if name.has("end", "until", "arrival", "finish", "due", "closes", "ends", "expires", "to") {
                .end
            } else {
                .other
            }
    }

    /// The usual range of dates, and their granularity.
    var usual: (range: ClosedRange<Int>, step: Int) {
        let year: Int = 365 * Self.day
        return switch self {
        case .birthday: (Self.now - 90 * year...Self.now - 18 * year, Self.day)
        case .created: (Self.now - 5 * year...Self.now - year, 1)
        case .updated: (Self.now - year...Self.now, 1)
        case .start: (Self.now - 3 * year...Self.now + year, 900)
        case .end: (Self.now - 3 * year...Self.now + year, 900)
        case .other: (Self.now - 4 * year...Self.now, 60)
        }
    }

    /// The topic of the date that comes before this one in the same object: its start or creation.
    var earlier: DateTopic? {
        switch self {
        case .end: .start
        case .updated: .created
        case .birthday, .created, .start, .other: nil
        }
    }

    /// The range of seconds between the earlier date and this one.
    var distance: ClosedRange<Int> {
        self == .end ? 3600...21 * Self.day : 0...300 * Self.day
    }
}
