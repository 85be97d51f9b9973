import ApusMigration

extension UniquenessRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, "unique:", properties.constraint, from: properties.constraint)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "uniquenessRemoved",
        title: "Unique constraint removed",
        effects: [.lightweight],
        reason: """
            Several objects may now have the same values in these properties. Existing rows stay valid.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                unique: [name]
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        advice: """
            Nothing. If fetches relied on the constraint for speed, add an index.
            """
    )
}
