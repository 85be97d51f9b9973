import ApusMigration

extension BecameUnordered: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "ordered → unordered, without the order", from: "ordered", to: "unordered")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
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
