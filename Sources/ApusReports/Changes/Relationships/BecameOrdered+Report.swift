import ApusMigration

extension BecameOrdered: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "unordered → ordered, by identity at first", from: "unordered", to: "ordered")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "becameOrdered",
        title: "A relationship becomes ordered",
        effects: [.lightweight],
        reason: """
            The objects need an order, and get that of their identities, which is mostly the order in which they
            were made. Core Data infers it too.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  stops: { toMany: Stop, inverse: trip }
              Stop:
                attributes:
                  title: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: stops }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  stops: { toMany: Stop, inverse: trip, ordered: true }
              Stop:
                attributes:
                  title: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: stops }
            """,
        advice: """
            Nothing. Where an attribute says the right order, let your app set it once after the migration.
            """
    )
}
