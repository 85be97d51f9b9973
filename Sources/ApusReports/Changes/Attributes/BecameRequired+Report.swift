import ApusMigration

extension BecameRequired: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "optional → required" + filling(fill) + rowsLeftEmpty.text(after: ": "),
            from: "optional",
            to: "required"
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameRequired",
        title: "Property became required",
        effects: [.fill, .lightweight],
        reason: """
            Rows without a value need one: the mapping's `fill`, or else the default. If there is neither,
            `require` asserts that every row already has a value; the migration checks this before the first
            write and stops if a row has none. Apple's documentation says both that a default is enough and that
            missing values must be filled beforehand; Apus fills them with the default.

            A to-one relationship needs nothing: rows without an object stay as they are, as in Core Data. The
            plan and the migration's report count them, `apus verify` lists them, and the next save of such
            an object has to set it. `require` demands an object in every row instead.
            """,
        before: BecameOptional.page.after,
        after: BecameOptional.page.before,
        mapping: """
            fill: { Trip.destination: "unknown" }
            """,
        advice: """
            Write a `fill` for rows without a value, write `require: [Trip.destination]` if there should be
            none, or leave the property optional.
            """
    )
}
