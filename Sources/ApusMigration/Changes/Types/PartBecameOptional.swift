/// A part of a composite may now be empty.
public struct PartBecameOptional: Difference {
    /// The part's newer name.
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
        "AP260",
        "partBecameOptional",
        title: "A part of a composite becomes optional",
        effects: [.lightweight],
        reason: """
            Every value that is there is valid, and the part may be empty from now on.
            """,
        before: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
                  street: string
            """,
        after: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
                  street: string?
            """,
        advice: """
            Nothing.
            """
    )
}
