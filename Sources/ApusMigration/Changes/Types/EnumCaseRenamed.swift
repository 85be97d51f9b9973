/// A case of an enum has another name, and the same raw value.
public struct EnumCaseRenamed: Difference {
    /// The older name.
    public let from: String

    /// The newer name.
    public let to: String

    /// Creates the difference.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { to }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "case renamed", from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP253",
        "enumCaseRenamed",
        title: "A case of an enum is renamed",
        effects: [.lightweight],
        reason: """
            A case is what its raw value is. A newer case with the raw value of an older one that is gone is
            that case under another name, and no row is written.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  status: Status = open
            enums:
              Status: [open, over]
            """,
        after: """
            entities:
              Trip:
                attributes:
                  status: Status = open
            enums:
              Status: { cases: { open: open, finished: over } }
            """,
        advice: """
            Nothing. Without the older raw value it would be a case that is gone (AP252) and one that is new
            (AP251).
            """
    )
}
