/// A store keeps another raw value for a case.
public struct EnumRawValueChanged: Difference {
    /// The case's newer name.
    public let name: String

    /// The older raw value.
    public let from: String

    /// The newer raw value.
    public let to: String

    /// Creates the difference.
    public init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "stored as " + change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP254",
        "enumRawValueChanged",
        title: "A case is stored otherwise",
        effects: [.checked],
        reason: """
            The case is the same and is stored otherwise. In every attribute of the enum, rows with the older
            raw value get the newer one. A row whose value is that of no case at all stops the migration before
            the first write: what it should become, nobody has said.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  status: Status = open
            enums:
              Status: { cases: { open: "O", over: "X" } }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  status: Status = open
            enums:
              Status: { cases: { open: "O", over: "V" } }
            """,
        advice: """
            Nothing, if it is meant. A frequent accident: a case that is added in front or in the middle of an
            enum of numbers that are counted from 0.
            """
    )
}
