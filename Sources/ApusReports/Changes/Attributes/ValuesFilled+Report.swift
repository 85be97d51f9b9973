import ApusMigration

extension ValuesFilled: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "existing rows without a value get \(fill)", to: fill)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
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
