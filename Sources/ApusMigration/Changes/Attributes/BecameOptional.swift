/// An attribute or a to-one relationship may now be empty.
public struct BecameOptional: Difference {
    /// The property's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "required → optional", from: "required", to: "optional")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP206",
        "becameOptional",
        title: "A property becomes optional",
        effects: [.lightweight],
        reason: """
            Every value that is there is valid, and rows may go without one from now on. Core Data infers it
            too.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  destination: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  destination: string?
            """,
        advice: """
            Nothing.
            """
    )
}
