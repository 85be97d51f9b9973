/// A column, or a relationship's table of pairs, has another name in the store.
public struct ColumnNameChanged: Difference {
    /// The property's newer name.
    public let name: String

    /// The older column.
    public let from: String

    /// The newer column.
    public let to: String

    /// Creates the difference.
    public init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "column " + change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP220",
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
