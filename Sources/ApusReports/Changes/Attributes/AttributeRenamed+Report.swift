import ApusMigration

extension AttributeRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "renamed", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "attributeRenamed",
        title: "Attribute renamed",
        effects: [.lightweight],
        reason: """
            `originalName` identifies the older attribute. Its values are kept: the column is renamed, and no
            row is written. Two attributes may swap names. As in Core Data and SwiftData, a chain of renames may
            keep the first name forever, and stores may skip versions.
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
            Nothing. The line may stay forever: Apus recognizes a rename that an earlier version made.
            """
    )
}
