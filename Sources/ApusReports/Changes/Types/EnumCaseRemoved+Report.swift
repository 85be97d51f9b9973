import ApusMigration

extension EnumCaseRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, name, "case, stored as \(rawValue)", from: rawValue)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "enumCaseRemoved",
        title: "Enum case removed",
        effects: [.loss],
        reason: """
            Rows with the case lose their value. They get no value if the attribute is optional, or else the
            `fill` or the default. The mapping must accept the loss. `apus plan` counts the rows.
            """,
        before: EnumCaseAdded.page.after,
        after: EnumCaseAdded.page.before,
        mapping: """
            accept: [Status.archived]
            """,
        advice: """
            Accept the loss under the older names of the enum and the case. If the case was renamed, keep its
            raw value under the newer name instead: `finished: archived`.
            """
    )
}
