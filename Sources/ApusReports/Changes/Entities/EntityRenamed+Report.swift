import ApusMigration

extension EntityRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "entity renamed", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "entityRenamed",
        title: "Entity renamed",
        effects: [.lightweight],
        reason: """
            `originalName` identifies the older entity. Its objects, their values and all references are kept:
            the table is renamed, and no row is written. Core Data calls this the renaming identifier; SwiftData
            cannot rename an entity.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Journey:
                originalName: Trip
                attributes:
                  name: string
            """,
        advice: """
            Nothing. The line may stay forever: Apus recognizes a rename that an earlier version made.
            """
    )
}
