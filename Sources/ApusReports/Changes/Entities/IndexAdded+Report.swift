import ApusMigration

extension IndexAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, "index:", index.summary, to: index.summary)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "indexAdded",
        title: "An index is new",
        effects: [.lightweight],
        reason: """
            An index changes how fast the store answers, never what. It is built once, and no row is written.
            Core Data leaves indexes out of a model's hash, so there a new index alone migrates nothing; with
            Apus it is there after the migration.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  start: date
            """,
        after: """
            entities:
              Trip:
                attributes:
                  start: date
                indexes: { byStart: [start desc] }
            """,
        advice: """
            Nothing.
            """
    )
}
