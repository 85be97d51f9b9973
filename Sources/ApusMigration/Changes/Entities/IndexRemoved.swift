public import ApusSchema

/// The entity has an index less.
public struct IndexRemoved: Difference {
    /// The index, as the older schema has it.
    public let index: Entity.Index

    /// Creates the difference.
    public init(index: Entity.Index) {
        self.index = index
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.removed, "index:", index.summary, from: index.summary)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP113",
        "indexRemoved",
        title: "An index is gone",
        effects: [.lightweight],
        reason: """
            An index changes how fast the store answers, never what. It is dropped, and no row is written. An
            index that is over other properties than before is one that is gone and one that is new; a renamed
            property keeps its indexes.
            """,
        before: IndexAdded.page.after,
        after: IndexAdded.page.before,
        advice: """
            Nothing.
            """
    )
}
