import ApusMigration

extension ReferencesNarrowed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "no longer to \(kinds.list), without the references to them", from: kinds.list)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "referencesNarrowed",
        title: "A relationship can no longer lead to some objects",
        effects: [.loss],
        reason: """
            The relationship leads to a narrower entity than before, or a sub-entity left the hierarchy that it
            leads to. References to objects that it can no longer lead to are dropped: a to-one one leads
            nowhere, a to-many one to fewer objects. That is a loss, which needs a word. A required to-one
            relationship is refused, as it must lead somewhere: make it optional first.
            """,
        before: DestinationChanged.page.after,
        after: DestinationChanged.page.before,
        mapping: """
            accept: [Trip.guide]
            """,
        advice: """
            Accept the loss by the relationship's older name, or leave it leading to the wider entity. How many
            references there are, `apus plan` counts.
            """
    )
}
