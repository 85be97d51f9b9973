/// An enum or a composite has another name.
public struct TypeRenamed: Difference {
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
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "type renamed", from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP263",
        "typeRenamed",
        title: "An enum or a composite is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the enum or the composite is the one that had another name. Names of types
            stand in no store, so no row is written. Without the line the older type is gone, the newer one is
            another type, and the attributes that have it change their type (AP205).
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
                  status: TripStatus = open
            enums:
              TripStatus: { originalName: Status, cases: [open, over] }
            """,
        advice: """
            Nothing.
            """
    )
}
