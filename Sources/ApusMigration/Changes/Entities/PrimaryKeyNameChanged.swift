/// The column of the objects' identities has another name.
public struct PrimaryKeyNameChanged: Difference {
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
        ChangeWords(.changed, "primaryKey:", change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP115",
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
