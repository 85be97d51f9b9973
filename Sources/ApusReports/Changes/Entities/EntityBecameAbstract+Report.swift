import ApusMigration

extension EntityBecameAbstract: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            "abstract:",
            "false → true, without the objects of exactly this entity",
            from: "false",
            to: "true"
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "entityBecameAbstract",
        title: "An entity becomes abstract",
        effects: [.loss],
        reason: """
            An abstract entity has no objects of its own. Those that are of exactly this entity are lost, with
            the references to them; objects of its sub-entities stay. Apus counts them and asks for a word.
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
            Accept the loss by the entity's older name. To keep the objects, leave the entity concrete, or give
            them a sub-entity of their own in a version before this one.
            """
    )
}
