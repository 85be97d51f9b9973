import ApusMigration

extension ColumnNameChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "column " + change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "columnNameChanged",
        title: "A column is renamed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            Only a name in the store is another one: that of a column, or of a relationship's table of pairs. It
            is renamed, and no row is written.
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
            Nothing in the model. Views, scripts and other programs that name the column have to follow.
            """
    )
}
