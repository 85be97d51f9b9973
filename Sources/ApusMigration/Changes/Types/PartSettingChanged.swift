/// A part of a composite says something else under a key that has no change of its own.
public struct PartSettingChanged: Difference {
    /// The part's newer name.
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
        "AP262",
        "partSettingChanged",
        title: "A setting of a composite's part changes",
        effects: [.lightweight, .checked],
        reason: """
            The part says something else under `default`, `hashModifier`, a rule for valid values or what reads
            its bytes. It means what the same change of an attribute means (AP208, AP210, AP217, AP219), in
            every attribute of the composite: no value changes, and rows that break a tighter rule are looked
            for.
            """,
        before: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
                  country: string = "DE"
            """,
        after: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
                  country: string = "AT"
            """,
        advice: """
            Nothing, unless rows break a tighter rule: `apus plan` counts them.
            """
    )
}
