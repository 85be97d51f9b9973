/// A relationship has another inverse, one at all, or none any more.
public struct InverseChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The older inverse; `nil` for none.
    public let from: String?

    /// The newer inverse; `nil` for none.
    public let to: String?

    /// Creates the difference.
    public init(name: String, from: String?, to: String?) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        // Another relationship may have the name of the older one.
        let isNamesake: Bool = from != nil && from == to
        let detail: String = isNamesake ? "the inverse is another '\(to ?? "")'" : "inverse " + change(from, to)
        return ChangeWords(.changed, name, detail, from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP307",
        "inverseChanged",
        title: "A relationship has another inverse",
        effects: [.lightweight, .mapped, .loss],
        reason: """
            An inverse that is new, beside a relationship that was there, has the same references, seen from the
            other side. An inverse that is taken away leaves the relationship its references. Two relationships
            that stop being each other's inverse both keep all references, each its own way round.

            What is refused is to make one of what was two: relationships that were independent have references
            of their own, which need not agree. So is a relationship that leads one way and becomes its own
            inverse.
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
                  guide: { to: Person, optional: true, inverse: guidedTrips }
              Person:
                attributes:
                  name: string
                relationships:
                  guidedTrips: { toMany: Trip, inverse: guide }
            """,
        advice: """
            Nothing, where only one of the two was there before. Otherwise accept the loss of one of the two:
            the other one's references are then those of both.
            """
    )
}
