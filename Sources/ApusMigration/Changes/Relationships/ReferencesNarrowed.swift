/// A relationship can no longer lead to objects of entities that it could lead to.
public struct ReferencesNarrowed: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The entities that it can no longer lead to, by their older names.
    public let kinds: [String]

    /// Creates the difference.
    public init(name: String, kinds: [String]) {
        self.name = name
        self.kinds = kinds
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "no longer to \(kinds.list), without the references to them", from: kinds.list)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP313",
        "referencesNarrowed",
        title: "A relationship can no longer lead to some objects",
        effects: [.loss],
        reason: """
            The relationship leads to a narrower entity than before, or a sub-entity left the hierarchy that it
            leads to. References to objects that it can no longer lead to are dropped: a to-one one leads
            nowhere, a to-many one to fewer objects. That is a loss, which needs a word. A required to-one
            relationship is refused, as it must lead somewhere: make it optional first.
            """,
        before: DestinationChanged.page.after,
        after: DestinationChanged.page.before,
        mapping: """
            accept: [Trip.guide]
            """,
        advice: """
            Accept the loss by the relationship's older name, or leave it leading to the wider entity. How many
            references there are, `apus plan` counts.
            """
    )
}
