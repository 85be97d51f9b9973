public import ApusSchema

/// An attribute became a relationship, or a relationship an attribute.
public struct KindChanged: Difference {
    /// The property, as the older schema has it.
    public let from: Property

    /// The property, as the newer schema has it.
    public let to: Property

    /// Creates the difference.
    public init(from: Property, to: Property) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { to.name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, to.name, change(from.summary, to.summary), from: from.summary, to: to.summary)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP209",
        "kindChanged",
        title: "An attribute becomes a relationship, or a relationship an attribute",
        effects: [.mapped],
        reason: """
            Values are no references, so nothing of the older property can go on under the newer one of the same
            name. Once its loss is accepted, it is one that is gone (AP202, AP302) and one that is new (AP201,
            AP301).
            """,
        before: """
            entities:
              Trip:
                attributes:
                  guide: string?
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        mapping: """
            accept: [Trip.guide]
            """,
        advice: """
            Accept the loss of the older property. To keep its values, give the newer property a name of its own
            and let both stand beside each other for a version, in which your app makes the one of the other.
            """
    )
}
