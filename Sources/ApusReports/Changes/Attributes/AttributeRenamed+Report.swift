import ApusMigration

extension AttributeRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "renamed", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "attributeRenamed",
        title: "An attribute is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the attribute is the one that had another name. Its values stay; the column
            is renamed, and no row is written. Two attributes may swap their names. As in Core Data and
            SwiftData, a chain of renames may keep the first name for ever, and stores may skip versions.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  begin: date
            """,
        after: """
            entities:
              Trip:
                attributes:
                  start: { type: date, originalName: begin }
            """,
        advice: """
            Nothing. The line may stay for ever: Apus knows when a rename has happened before.
            """
    )
}
