public import ApusSchema

/// The entity has an index more.
public struct IndexAdded: Difference {
    /// The index.
    public let index: Entity.Index

    /// Creates the difference.
    public init(index: Entity.Index) {
        self.index = index
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.added, "index:", index.summary, to: index.summary)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP112",
        "indexAdded",
        title: "An index is new",
        effects: [.lightweight],
        reason: """
            An index changes how fast the store answers, never what. It is built once, and no row is written.
            Core Data leaves indexes out of a model's hash, so there a new index alone migrates nothing; with
            Apus it is there after the migration.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  start: date
            """,
        after: """
            entities:
              Trip:
                attributes:
                  start: date
                indexes: { byStart: [start desc] }
            """,
        advice: """
            Nothing.
            """
    )
}
