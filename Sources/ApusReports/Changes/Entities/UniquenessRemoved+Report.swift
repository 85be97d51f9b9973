import ApusMigration

extension UniquenessRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, "unique:", properties.constraint, from: properties.constraint)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "uniquenessRemoved",
        title: "A unique constraint is gone",
        effects: [.lightweight],
        reason: """
            Several objects may share these values now. What is in the store is valid as it is.
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
            Nothing. An index can take the constraint's place where fetches relied on its speed.
            """
    )
}
