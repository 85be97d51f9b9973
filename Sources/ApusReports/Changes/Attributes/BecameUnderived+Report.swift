import ApusMigration

extension BecameUnderived: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "no longer derived, the computed values stay")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "becameUnderived",
        title: "A derived attribute gets values of its own",
        effects: [.lightweight],
        reason: """
            The values that the store computed last stay, as values of the objects' own.
            """,
        before: BecameDerived.page.after,
        after: BecameDerived.page.before,
        advice: """
            Nothing. From now on your app keeps the values right.
            """
    )
}
