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

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "deleteRuleChanged",
        title: "Delete rule changed",
        effects: [.lightweight],
        reason: """
            A delete rule determines what happens when your app deletes an object. It is not part of the store,
            and a migration never applies it.
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
