import ApusMigration

extension RelationshipRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "renamed", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipRenamed",
        title: "Relationship renamed",
        effects: [.lightweight],
        reason: """
            `originalName` identifies the older relationship. Its references are kept. If the names determined
            which side holds the key, or the name of the join table, the references may be stored elsewhere
            afterwards (AP309).
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
            Nothing. The line may stay forever: Apus recognizes a rename that an earlier version made.
            """
    )
}
