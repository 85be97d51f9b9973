import ApusMigration

extension TableNameChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "table:", change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "tableNameChanged",
        title: "A table is renamed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            Only the table's name in the store is another one. The table is renamed, and no row is written. The
            name of an entity or of a relationship decides nothing here, once `table` says something else.
            """,
        before: """
            entities:
              Trip:
                table: trips
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                table: journeys
                attributes:
                  name: string
            """,
        advice: """
            Nothing in the model. Views, scripts and other programs that name the table have to follow.
            """
    )
}
