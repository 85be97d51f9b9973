import ApusMigration

extension BecameOptional: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "required → optional", from: "required", to: "optional")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameOptional",
        title: "Property became optional",
        effects: [.lightweight],
        reason: """
            Every stored value stays valid, and rows may now have no value. Core Data infers this change, too.
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
