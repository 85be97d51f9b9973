/// Several objects may share these properties now.
public struct UniquenessRemoved: Difference {
    /// The properties of the constraint.
    public let properties: [String]

    /// Creates the difference.
    public init(properties: [String]) {
        self.properties = properties
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.removed, "unique:", properties.constraint, from: properties.constraint)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP111",
        "uniquenessRemoved",
        title: "A unique constraint is gone",
        effects: [.lightweight],
        reason: """
            Several objects may share these values now. What is in the store is valid as it is.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                unique: [name]
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        advice: """
            Nothing. An index can take the constraint's place where fetches relied on its speed.
            """
    )
}
