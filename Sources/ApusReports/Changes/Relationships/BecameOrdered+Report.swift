import ApusMigration

extension BecameOrdered: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "unordered → ordered, initially by identity", from: "unordered", to: "ordered")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameOrdered",
        title: "Relationship became ordered",
        effects: [.lightweight],
        reason: """
            The related objects need an order. They are ordered by identity, which is usually the order in which
            they were created. Core Data infers this change, too.
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
            Nothing. If an attribute defines the right order, let your app apply it once after the migration.
            """
    )
}
