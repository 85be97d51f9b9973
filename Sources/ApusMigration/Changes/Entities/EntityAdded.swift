public import ApusSchema

/// The newer schema has an entity more.
public struct EntityAdded: Difference {
    /// The entity.
    public let entity: Entity

    /// Creates the difference.
    public init(entity: Entity) {
        self.entity = entity
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.added, entity.name, "new: " + entity.summary, to: entity.summary)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP101",
        "entityAdded",
        title: "An entity is new",
        effects: [.lightweight],
        reason: """
            The store gets a table more, or the entity's hierarchy a kind of object more. There are no objects
            of it yet, so nothing has to be given. Core Data infers it too.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
              Tag:
                attributes:
                  title: string
            """,
        advice: """
            Nothing. If the entity was there before under another name, write `originalName` at it, so that its
            objects come along.
            """
    )
}
