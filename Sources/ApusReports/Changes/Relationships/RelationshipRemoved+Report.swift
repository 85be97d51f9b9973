import ApusMigration
import ApusSchema

extension RelationshipRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            relationship.name,
            relationship.summary
                + (losesReferences || relationship.isTransient ? "" : ", the inverse keeps its references"),
            from: relationship.summary
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipRemoved",
        title: "Relationship removed",
        effects: [.loss, .lightweight],
        reason: """
            A relationship and its inverse are two sides of the same references. If the inverse stays, it keeps
            the references, and nothing is lost. If both are removed, or if there was no inverse, the references
            are lost, and the mapping must accept the loss. Core Data drops them silently.

            A relationship is also removed if another property is renamed to its name and no newer property
            claims its references.
            """,
        before: RelationshipAdded.page.after,
        after: RelationshipAdded.page.before,
        mapping: """
            accept: [Trip.guide]
            """,
        advice: """
            Accept the loss under the older name of either side. If the relationship was renamed, write
            `originalName: guide` on the newer relationship instead.
            """
    )
}
