import ApusMigration

extension IndexRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, "index:", index.summary, from: index.summary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "indexRemoved",
        title: "Index removed",
        effects: [.lightweight],
        reason: """
            An index affects only how fast a fetch is, never its result. It is dropped, and no row is written.
            An index with other properties than before is a removed and an added index; a renamed property keeps
            its indexes.
            """,
        before: IndexAdded.page.after,
        after: IndexAdded.page.before,
        advice: """
            Nothing.
            """
    )
}
