import ApusMigration

extension ValuesFilled: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "existing rows without a value get \(fill)", to: fill)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "valuesFilled",
        title: "Missing values filled",
        effects: [.written],
        reason: """
            A `fill` gives a value to rows that have none, even if the attribute stays optional and nothing else
            about it changes. Stored values stay. This change also reports a `fill` for values that another
            change leaves empty (a removed enum case, a conversion that returns null for values it cannot
            convert, a new composite), and one that covers only a sub-entity or a part of a composite.
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
            Nothing, if this is intended. A default has no such effect: as long as an attribute stays optional,
            its default is for new objects only.
            """
    )
}
