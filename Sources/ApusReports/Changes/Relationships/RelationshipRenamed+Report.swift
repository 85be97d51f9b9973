import ApusMigration

extension RelationshipRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "renamed", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipRenamed",
        title: "A relationship is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the relationship is the one that had another name. Its references stay.
            Where the names decided which side keeps a key or gives the table of pairs its name, the references
            may be kept elsewhere afterwards (AP309).
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  leader: { to: Person, optional: true, originalName: guide }
              Person:
                attributes:
                  name: string
            """,
        advice: """
            Nothing. The line may stay for ever: Apus knows when a rename has happened before.
            """
    )
}
