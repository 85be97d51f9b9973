/// An entity says something else under a key that has no change of its own.
public struct EntitySettingChanged: Difference {
    /// The key.
    public let key: String

    /// What the older schema says; `nil` for nothing.
    public let from: String?

    /// What the newer schema says; `nil` for nothing.
    public let to: String?

    /// Creates the difference.
    public init(key: String, from: String?, to: String?) {
        self.key = key
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, key + ":", change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP105",
        "entitySettingChanged",
        title: "A setting of an entity changes",
        effects: [.lightweight],
        reason: """
            The entity says something else under `hashModifier` or `spotlightDisplayName`. No value of the store
            depends on it. What only people and generated code read (`documentation`, `userInfo`, `class`,
            `codegen`, `access`) is no change at all.
            """,
        before: """
            entities:
              Trip:
                hashModifier: "1"
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                hashModifier: "2"
                attributes:
                  name: string
            """,
        advice: """
            Nothing.
            """
    )
}
