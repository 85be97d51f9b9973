import ApusMigration
import ApusSchema

extension DeleteRuleChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "delete rule " + change(from.rawValue, to.rawValue),
            from: from.rawValue,
            to: to.rawValue
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "deleteRuleChanged",
        title: "A delete rule changes",
        effects: [.lightweight],
        reason: """
            A delete rule says what happens when your app deletes an object. No store keeps it, and no migration
            runs it.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  items: { toMany: Item, inverse: trip }
              Item:
                attributes:
                  title: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: items }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  items: { toMany: Item, inverse: trip, deleteRule: cascade }
              Item:
                attributes:
                  title: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: items }
            """,
        advice: """
            Nothing.
            """
    )
}
