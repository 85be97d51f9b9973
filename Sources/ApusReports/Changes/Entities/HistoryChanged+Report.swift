import ApusMigration

extension HistoryChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        let (from, to) = keepsHistory ? ("none", "kept") : ("kept", "none")
        return ChangeWords(.changed, "history:", change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "historyChanged",
        title: "History changed",
        effects: [.lightweight],
        reason: """
            `history` changed. No object depends on it. A store that begins to keep a history has no transactions yet; one that no
            longer keeps it drops the tables of the history, and all tokens become invalid, also if it begins again later.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
            history: true
            """,
        advice: """
            Nothing. What follows the history begins by reading all objects: see [History.md](History.md).
            """
    )
}
