import ApusMigration
import ApusSchema

extension RelationshipRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            relationship.name,
            relationship.summary
                + (losesReferences || relationship.isTransient ? "" : ", its references stay with the inverse"),
            from: relationship.summary
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipRemoved",
        title: "A relationship is gone",
        effects: [.loss, .lightweight],
        reason: """
            A relationship and its inverse are two sides of one set of references. Where the inverse stays, the
            references stay with it, and nothing is lost. Where both are gone, or there was no inverse, the
            references are lost, which needs a word. Core Data drops them without one.

            The relationship is also gone where another property takes its name, and nobody claims the older
            one.
            """,
        before: RelationshipAdded.page.after,
        after: RelationshipAdded.page.before,
        mapping: """
            accept: [Trip.guide]
            """,
        advice: """
            Accept the loss by the older name of either side. If the relationship has another name now, write
            `originalName: guide` at the newer one instead.
            """
    )
}
