import ApusMigration

extension BecameOptional: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "required → optional", from: "required", to: "optional")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
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
