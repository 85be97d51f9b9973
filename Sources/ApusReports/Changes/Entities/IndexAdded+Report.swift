import ApusMigration

extension IndexAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, "index:", index.summary, to: index.summary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "indexAdded",
        title: "Index added",
        effects: [.lightweight],
        reason: """
            An index affects only how fast a fetch is, never its result. It is built once, and no row is
            written. Core Data leaves indexes out of a model's hash, so that a new index alone migrates nothing;
            Apus creates it.
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
