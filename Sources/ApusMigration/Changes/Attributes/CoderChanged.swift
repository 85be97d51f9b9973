/// The bytes of an attribute stay as they are, and something else reads them.
public struct CoderChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The setting: `transformer` or `swiftType`.
    public let key: String

    /// The older one; `nil` for none.
    public let from: String?

    /// The newer one; `nil` for none.
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
        ChangeWords(.changed, name, "\(key) " + change(from, to) + ", the bytes stay as they are", from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP219",
        "coderChanged",
        title: "Another transformer or Swift type reads the bytes",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            The store holds bytes that a transformer or a Swift type of yours reads and writes. They stay as
            they are: no migration can look into them. So the newer transformer or type must be able to read
            what the older one wrote. Core Data's documentation says nothing of it, and apps ship such changes
            without a mapping.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  colour: { type: transformable, optional: true, transformer: ColourTransformer }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  colour: { type: transformable, optional: true, transformer: PaletteTransformer }
            """,
        advice: """
            Make sure that the newer one reads what the older one wrote, and test it with a store of the older
            version.
            """
    )
}
