/// A table has another name in the store, where the name is not the entity's.
public struct TableNameChanged: Difference {
    /// The older name.
    public let from: String

    /// The newer name.
    public let to: String

    /// Creates the difference.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, "table:", change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP114",
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
