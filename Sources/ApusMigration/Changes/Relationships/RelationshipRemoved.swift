public import ApusSchema

/// The entity's relationship is gone.
public struct RelationshipRemoved: Difference {
    /// The relationship, as the older schema has it.
    public let relationship: Relationship

    /// Whether its references are lost: its inverse does not keep them.
    public let losesReferences: Bool

    /// Creates the difference.
    public init(relationship: Relationship, losesReferences: Bool) {
        self.relationship = relationship
        self.losesReferences = losesReferences
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { relationship.name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(
            .removed,
            relationship.name,
            relationship.summary
                + (losesReferences || relationship.isTransient ? "" : ", its references stay with the inverse"),
            from: relationship.summary
        )
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP302",
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
