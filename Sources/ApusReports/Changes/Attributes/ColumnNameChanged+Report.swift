import ApusMigration

extension ColumnNameChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "column " + change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "columnNameChanged",
        title: "Column or join table renamed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            Only a name in the store changes: that of a column or of a relationship's join table. It is renamed,
            and no row is written.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  start: { type: date, column: start_date }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  start: { type: date, column: begins_on }
            """,
        advice: """
            Nothing in the model. Update views, scripts and other programs that use the old name.
            """
    )
}
