import ApusMigration

extension PrimaryKeyNameChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "primaryKey:", change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "primaryKeyNameChanged",
        title: "Primary key column renamed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            Only the name of the column that holds the objects' identities changes. The identities stay, and no
            row is written.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                primaryKey: id
                attributes:
                  name: string
            """,
        advice: """
            Nothing in the model. Update views, scripts and other programs that use the old name.
            """
    )
}
