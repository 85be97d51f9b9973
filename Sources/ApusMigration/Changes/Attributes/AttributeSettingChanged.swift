/// An attribute says something else under a key that has no change of its own.
public struct AttributeSettingChanged: Difference {
    /// The attribute's newer name.
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
        "AP210",
        "attributeSettingChanged",
        title: "A setting of an attribute changes",
        effects: [.lightweight],
        reason: """
            The attribute says something else under `hashModifier`, `preserveValueOnDeletion`, `spotlight` or
            `allowsCloudEncryption`. No value of the store depends on it.
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
                attributes:
                  name: { type: string, spotlight: true }
            """,
        advice: """
            Nothing.
            """
    )
}
