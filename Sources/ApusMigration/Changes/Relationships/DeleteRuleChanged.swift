public import ApusSchema

/// Something else becomes of the far end when an object is deleted.
public struct DeleteRuleChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The older rule.
    public let from: Relationship.DeleteRule

    /// The newer rule.
    public let to: Relationship.DeleteRule

    /// Creates the difference.
    public init(name: String, from: Relationship.DeleteRule, to: Relationship.DeleteRule) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "delete rule " + change(from.rawValue, to.rawValue),
            from: from.rawValue,
            to: to.rawValue
        )
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP308",
        "deleteRuleChanged",
        title: "A delete rule changes",
        effects: [.lightweight],
        reason: """
            A delete rule says what happens when your app deletes an object. No store keeps it, and no migration
            runs it.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  items: { toMany: Item, inverse: trip }
              Item:
                attributes:
                  title: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: items }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  items: { toMany: Item, inverse: trip, deleteRule: cascade }
              Item:
                attributes:
                  title: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: items }
            """,
        advice: """
            Nothing.
            """
    )
}
