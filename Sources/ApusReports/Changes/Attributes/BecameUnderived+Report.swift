import ApusMigration

extension BecameUnderived: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "no longer derived, computed values are kept")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameUnderived",
        title: "Attribute no longer derived",
        effects: [.lightweight],
        reason: """
            The values that the store computed last become the attribute's own values.
            """,
        before: BecameDerived.page.after,
        after: BecameDerived.page.before,
        advice: """
            Nothing. From now on, your app keeps the values up to date.
            """
    )
}
