public import ApusSchema

/// The older schema's entity is gone, with its objects.
public struct EntityRemoved: Difference {
    /// The entity, as the older schema has it.
    public let entity: Entity

    /// Creates the difference.
    public init(entity: Entity) {
        self.entity = entity
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(
            .removed,
            entity.name,
            entity.isAbstract ? "abstract entity" : "entity with all its objects",
            from: entity.summary
        )
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP102",
        "entityRemoved",
        title: "An entity is gone",
        effects: [.loss, .lightweight],
        reason: """
            All objects of the entity are lost, with their values and every reference to or from them. Core Data
            drops the table without a word; Apus asks for one. The line that accepts the entity covers its
            properties, and relationships of others that led to it.

            An abstract entity has no objects of its own: its removal loses nothing by itself.

            The entity is also gone where another one takes its name: a rename onto a name that is in use, whose
            older bearer nobody claims.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
              Draft:
                attributes:
                  text: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        mapping: """
            accept: [Draft]
            """,
        advice: """
            Accept the loss by the entity's older name. If the entity has another name now, write `originalName:
            Draft` at the newer one instead. If the objects are still of use, keep the entity.
            """
    )
}
