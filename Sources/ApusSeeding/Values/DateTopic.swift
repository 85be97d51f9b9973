/// What the dates of an attribute are, as far as its name tells. All are relative to one moment, not to the clock.
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

    /// The topic of an attribute of that name.
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

    /// The usual moments, and how far apart they are.
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

    /// What comes before, in one object: its start, or its creation.
    var earlier: DateTopic? {
        switch self {
        case .end: .start
        case .updated: .created
        case .birthday, .created, .start, .other: nil
        }
    }

    /// How many seconds may lie between the earlier moment and this one.
    var distance: ClosedRange<Int> {
        self == .end ? 3600...21 * Self.day : 0...300 * Self.day
    }
}
