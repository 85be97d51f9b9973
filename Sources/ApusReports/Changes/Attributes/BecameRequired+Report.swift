import ApusMigration

extension BecameRequired: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "optional → required" + filling(fill), from: "optional", to: "required")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "becameRequired",
        title: "A property becomes required",
        effects: [.fill, .lightweight],
        reason: """
            Rows without a value need one. They get what `fill` says, else the default. Where neither is
            written, `require` says that every row has a value already: that is checked before the first write,
            and the migration stops where a row has none. For a relationship there is only `require`, as nothing
            could say where it leads to. Apple's documentation says both that a default is enough and that empty
            values must be filled before; with Apus the default fills them.
            """,
        before: BecameOptional.page.after,
        after: BecameOptional.page.before,
        mapping: """
            fill: { Trip.destination: "unknown" }
            """,
        advice: """
            Say what rows without a value get, or `require: [Trip.destination]` where there should be none, or
            leave it optional.
            """
    )
}
