import ApusMigration

extension BecameStored: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "transient → stored" + filling(fill), from: "transient", to: "stored")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameStored",
        title: "Transient property became stored",
        effects: [.lightweight, .fill],
        reason: """
            No store has values of a transient or ephemeral property, so it is treated like a new one (AP201):
            rows get the `fill`, or else the default, or else no value. A required one can be listed under `require`
            if no store has such objects.
            """,
        before: BecameTransient.page.after,
        after: BecameTransient.page.before,
        advice: """
            Nothing, if the property is optional or has a default. Otherwise, write a `fill`, as for a new
            attribute.
            """
    )
}
