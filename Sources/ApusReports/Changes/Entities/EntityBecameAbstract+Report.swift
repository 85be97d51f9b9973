import ApusMigration

extension EntityBecameAbstract: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            "abstract:",
            "false → true, objects of exactly this entity are lost",
            from: "false",
            to: "true"
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "entityBecameAbstract",
        title: "Entity became abstract",
        effects: [.loss],
        reason: """
            An abstract entity has no objects of its own. Objects of exactly this entity are lost, with all
            references to them; objects of its sub-entities stay. Apus counts the objects, and the mapping must
            accept the loss.
            """,
        before: """
            entities:
              Animal:
                attributes:
                  name: string
              Dog:
                parent: Animal
                attributes:
                  breed: string?
            """,
        after: """
            entities:
              Animal:
                abstract: true
                attributes:
                  name: string
              Dog:
                parent: Animal
                attributes:
                  breed: string?
            """,
        mapping: """
            accept: [Animal]
            """,
        advice: """
            Accept the loss under the entity's older name. To keep the objects, leave the entity concrete, or
            move them to a sub-entity in an earlier version.
            """
    )
}
