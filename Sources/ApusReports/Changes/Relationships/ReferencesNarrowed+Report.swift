import ApusMigration

extension ReferencesNarrowed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "no longer to \(entities.list), references to them are lost", from: entities.list)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "referencesNarrowed",
        title: "Destination narrowed",
        effects: [.loss],
        reason: """
            The relationship points to a narrower entity than before, or a sub-entity left the hierarchy of its
            destination. References to objects that it can no longer point to are dropped: a to-one relationship
            becomes empty, a to-many relationship points to fewer objects. The mapping must accept the loss. Objects
            that a required to-one relationship leaves empty are counted, see AP301.

            References to objects that a line of `entities` makes are lost, too, if no relationship says which of the
            older objects these were.
            """,
        before: DestinationChanged.page.after,
        after: DestinationChanged.page.before,
        mapping: """
            accept: [Trip.guide]
            """,
        advice: """
            Accept the loss under the relationship's older name, or keep the wider destination. `apus plan`
            counts the references.
            """
    )
}
