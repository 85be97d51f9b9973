/// There may be objects of exactly this entity now.
public struct EntityBecameConcrete: Difference {
    /// The entity's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, "abstract:", "true → false", from: "true", to: "false")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP107",
        "entityBecameConcrete",
        title: "An entity becomes concrete",
        effects: [.lightweight],
        reason: """
            There may be objects of exactly this entity from now on. There are none yet, so nothing is lost or
            invented.
            """,
        before: """
            entities:
              Animal:
                abstract: true
                attributes:
                  name: string
              Dog:
                parent: Animal
            """,
        after: """
            entities:
              Animal:
                attributes:
                  name: string
              Dog:
                parent: Animal
            """,
        advice: """
            Nothing.
            """
    )
}
