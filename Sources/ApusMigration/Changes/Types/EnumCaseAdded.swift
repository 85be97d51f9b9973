/// An enum has a case more.
public struct EnumCaseAdded: Difference {
    /// The case's name.
    public let name: String

    /// What a store keeps.
    public let rawValue: String

    /// Creates the difference.
    public init(name: String, rawValue: String) {
        self.name = name
        self.rawValue = rawValue
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.added, name, "case, stored as \(rawValue)", to: rawValue)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP251",
        "enumCaseAdded",
        title: "An enum has a case more",
        effects: [.lightweight],
        reason: """
            No row has the case yet, and the raw values of the others stay.
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
              Status: [open, over, archived]
            """,
        advice: """
            Nothing. In an enum of numbers that are counted from 0, add the case at the end: elsewhere it gives
            the cases behind it other raw values (AP254).
            """
    )
}
