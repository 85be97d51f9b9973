/// The objects that a to-many relationship leads to have no order any more.
public struct BecameUnordered: Difference {
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
        ChangeWords(.changed, name, "ordered → unordered, without the order", from: "ordered", to: "unordered")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP312",
        "becameUnordered",
        title: "A relationship is no longer ordered",
        effects: [.loss],
        reason: """
            The references stay, and the order in which somebody put them is lost. Core Data drops it without a
            word; Apus asks for one.
            """,
        before: BecameOrdered.page.after,
        after: BecameOrdered.page.before,
        mapping: """
            accept: [Trip.stops]
            """,
        advice: """
            Accept the loss by the relationship's older name, or leave it ordered: a reader who does not need
            the order loses nothing by it.
            """
    )
}
