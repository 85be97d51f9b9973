/// A part of a composite has another type.
public struct PartTypeChanged: Difference {
    /// The part's newer name.
    public let name: String

    /// The older type.
    public let from: String

    /// The newer type.
    public let to: String

    /// The conversion that turns older values into newer ones; `nil` where there is none.
    public let conversion: String?

    /// Creates the difference.
    public init(name: String, from: String, to: String, conversion: String?) {
        self.name = name
        self.from = from
        self.to = to
        self.conversion = conversion
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, change(from, to) + converting(conversion), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP259",
        "partTypeChanged",
        title: "A part of a composite has another type",
        effects: [.mapped, .lightweight, .loss],
        reason: """
            As of an attribute (AP205), in every attribute of the composite: inferred where every older value is
            one of the newer type and there is one way to say it; otherwise somebody names the conversion. From and
            to a composite there is none.
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
                  number: string
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
                  number: int32
            """,
        mapping: """
            convert: { Address.number: parsed }
            """,
        advice: """
            Name a conversion, under the composite's newer name; [Conversions.md](Conversions.md) has all of
            them. To give up the values and begin anew, accept the loss under the older name:
            `accept: [Address.number]`.
            """
    )
}
