import ApusMigration

extension TableNameChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "table:", change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "tableNameChanged",
        title: "Table renamed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            Only the table's name in the store changes. The table is renamed, and no row is written. Once
            `table` is set, renaming the entity or the relationship does not affect the table's name.
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
            Nothing in the model. Update views, scripts and other programs that use the old name.
            """
    )
}
