import ApusMigration

extension EntityRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "entity renamed", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "entityRenamed",
        title: "An entity is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the entity is the one that had another name. Its objects, their values and
            all references stay; the table is renamed, and no row is written. Core Data calls this the renaming
            identifier; SwiftData has no way to rename an entity.
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
            Nothing. The line may stay for ever: Apus knows when a rename has happened before.
            """
    )
}
