import ApusMigration

extension EntityBecameConcrete: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "abstract:", "true → false", from: "true", to: "false")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
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
