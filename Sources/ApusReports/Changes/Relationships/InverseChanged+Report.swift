import ApusMigration

extension InverseChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        // Another relationship may have the name of the older one.
        let isNamesake: Bool = from != nil && from == to
        let detail: String = isNamesake ? "the inverse is another '\(to ?? "")'" : "inverse " + change(from, to)
        return ChangeWords(.changed, name, detail, from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
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
