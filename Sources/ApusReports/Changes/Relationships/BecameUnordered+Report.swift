import ApusMigration

extension BecameUnordered: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "ordered → unordered, the order is lost", from: "ordered", to: "unordered")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameUnordered",
        title: "Relationship no longer ordered",
        effects: [.loss],
        reason: """
            The references stay, but their order is lost. Core Data drops it silently; Apus requires `accept`.
            """,
        before: BecameOrdered.page.after,
        after: BecameOrdered.page.before,
        mapping: """
            accept: [Trip.stops]
            """,
        advice: """
            Accept the loss under the relationship's older name, or leave it ordered: code that does not need
            the order can ignore it.
            """
    )
}
