import ApusMigration

extension PrimaryKeyNameChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "primaryKey:", change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "primaryKeyNameChanged",
        title: "The column of identities is renamed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            Only the name of the column that holds the objects' identities is another one. The identities stay,
            and no row is written.
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
            Nothing in the model. Views, scripts and other programs that name the column have to follow.
            """
    )
}
