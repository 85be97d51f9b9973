/// A store keeps the cases of an enum as another type.
public struct EnumRawTypeChanged: Difference {
    /// The older type.
    public let from: String

    /// The newer type.
    public let to: String

    /// Creates the difference.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, "type:", change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP255",
        "enumRawTypeChanged",
        title: "An enum's raw type changes",
        effects: [.checked],
        reason: """
            The cases are the same and are stored as another type. In every attribute of the enum, each row gets
            the newer raw value of its case. A row whose value is that of no case at all stops the migration
            before the first write.
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
              Status: { type: int16, cases: [open, over] }
            """,
        advice: """
            Nothing.
            """
    )
}
