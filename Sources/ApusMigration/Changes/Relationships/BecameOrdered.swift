/// The objects that a to-many relationship leads to have an order now.
public struct BecameOrdered: Difference {
    /// The relationship's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "unordered → ordered, by identity at first", from: "unordered", to: "ordered")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP311",
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
