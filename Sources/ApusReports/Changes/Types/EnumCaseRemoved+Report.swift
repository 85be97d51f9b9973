import ApusMigration

extension EnumCaseRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, name, "case, stored as \(rawValue)", from: rawValue)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "enumCaseRemoved",
        title: "An enum has a case less",
        effects: [.loss],
        reason: """
            Rows that have the case keep no value that any case names. They get none where the attribute is
            optional; otherwise what `fill` says, else the default. That is a loss, which needs a word. How many
            rows there are, `apus plan` counts.
            """,
        before: EnumCaseAdded.page.after,
        after: EnumCaseAdded.page.before,
        mapping: """
            accept: [Status.archived]
            """,
        advice: """
            Accept the loss by the enum's and the case's older names. If the case has another name now, keep its
            raw value under the newer one instead: `finished: archived`.
            """
    )
}
