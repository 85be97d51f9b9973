/// A relationship says something else under a key that has no change of its own.
public struct RelationshipSettingChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The key.
    public let key: String

    /// What the older schema says; `nil` for nothing.
    public let from: String?

    /// What the newer schema says; `nil` for nothing.
    public let to: String?

    /// Creates the difference.
    public init(name: String, key: String, from: String?, to: String?) {
        self.name = name
        self.key = key
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP315",
        "relationshipSettingChanged",
        title: "A setting of a relationship changes",
        effects: [.lightweight],
        reason: """
            The relationship says something else under a key that has no change of its own, such as
            `hashModifier`. No reference depends on it.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: { to: Person, optional: true, hashModifier: "2" }
              Person:
                attributes:
                  name: string
            """,
        advice: """
            Nothing.
            """
    )
}
