import ApusMigration

extension IndexRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, "index:", index.summary, from: index.summary)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "indexRemoved",
        title: "An index is gone",
        effects: [.lightweight],
        reason: """
            An index changes how fast the store answers, never what. It is dropped, and no row is written. An
            index that is over other properties than before is one that is gone and one that is new; a renamed
            property keeps its indexes.
            """,
        before: IndexAdded.page.after,
        after: IndexAdded.page.before,
        advice: """
            Nothing.
            """
    )
}
