/// Rows without a value get one, although nothing about the attribute or part asks for it.
public struct ValuesFilled: Difference {
    /// The newer name of the attribute, or of the part of a composite.
    public let name: String

    /// What rows without a value get.
    public let fill: String

    /// Creates the difference.
    public init(name: String, fill: String) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "existing rows without a value get \(fill)", to: fill)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP222",
        "valuesFilled",
        title: "Empty values are filled",
        effects: [.written],
        reason: """
            A `fill` gives a value to rows that have none, also where the attribute is optional before and after
            and nothing else about it changes: somebody wants it so. Values that are there stay. The same change
            tells of a `fill` that is needed for what another change leaves empty: a case of an enum that is
            gone, a conversion that makes null of what it cannot hold, a composite that is new; and of one that
            speaks of a sub-entity, or of a part of a composite, only.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  destination: string?
            """,
        after: """
            entities:
              Trip:
                attributes:
                  destination: string?
            """,
        mapping: """
            fill: { Trip.destination: "unknown" }
            """,
        advice: """
            Nothing, where it is meant. A default would not do it: where an attribute stays optional, a default
            is for new objects only.
            """
    )
}
