/// An entity has another name.
public struct EntityRenamed: Difference {
    /// The older name.
    public let from: String

    /// The newer name.
    public let to: String

    /// Creates the difference.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "entity renamed", from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP104",
        "entityRenamed",
        title: "An entity is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the entity is the one that had another name. Its objects, their values and
            all references stay; the table is renamed, and no row is written. Core Data calls this the renaming
            identifier; SwiftData has no way to rename an entity.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Journey:
                originalName: Trip
                attributes:
                  name: string
            """,
        advice: """
            Nothing. The line may stay for ever: Apus knows when a rename has happened before.
            """
    )
}
