import ApusMigration

extension EntityBecameConcrete: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "abstract:", "true → false", from: "true", to: "false")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "entityBecameConcrete",
        title: "Entity became concrete",
        effects: [.lightweight],
        reason: """
            The entity can now have objects of its own. There are none yet, so nothing is lost or invented.
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
