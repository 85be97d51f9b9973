import ApusMigration

extension BecameStored: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "transient → stored" + filling(fill), from: "transient", to: "stored")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "becameStored",
        title: "A transient property becomes stored",
        effects: [.lightweight, .fill],
        reason: """
            No store has values of a transient or ephemeral property, so it is stored as one that is new: rows
            get what `fill` says, else the default, else no value (AP201).
            """,
        before: BecameTransient.page.after,
        after: BecameTransient.page.before,
        advice: """
            Nothing, where it is optional or has a default; otherwise a `fill`, as for a new attribute.
            """
    )
}
