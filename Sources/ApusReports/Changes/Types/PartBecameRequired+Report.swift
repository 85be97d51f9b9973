import ApusMigration

extension PartBecameRequired: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "optional → required" + filling(fill), from: "optional", to: "required")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "partBecameRequired",
        title: "A part of a composite becomes required",
        effects: [.fill, .lightweight],
        reason: """
            As of an attribute (AP207), in every attribute of the composite: values without the part get what
            `fill` says, else its default; or `require` says that there are none. An optional attribute that has
            no value as a whole stays without one.
            """,
        before: PartBecameOptional.page.after,
        after: PartBecameOptional.page.before,
        mapping: """
            fill: { Address.street: "unknown" }
            """,
        advice: """
            Say what values without the part get, or `require: [Address.street]` where there should be none, or
            leave it optional.
            """
    )
}
