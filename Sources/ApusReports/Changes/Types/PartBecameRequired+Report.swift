import ApusMigration

extension PartBecameRequired: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "optional → required" + filling(fill), from: "optional", to: "required")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "partBecameRequired",
        title: "Composite part became required",
        effects: [.fill, .lightweight],
        reason: """
            As for an attribute (AP207), in every attribute of the composite: values without the part get the
            `fill`, or else its default, or `require` asserts that there are none. An optional attribute without
            a value stays without one.
            """,
        before: PartBecameOptional.page.after,
        after: PartBecameOptional.page.before,
        mapping: """
            fill: { Address.street: "unknown" }
            """,
        advice: """
            Write a `fill` for values without the part, write `require: [Address.street]` if there should be
            none, or leave the part optional.
            """
    )
}
