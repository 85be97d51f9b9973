import ApusMigration
import ApusSchema

extension EntityAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, entity.name, "new: " + entity.summary, to: entity.summary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "entityAdded",
        title: "Entity added",
        effects: [.lightweight],
        reason: """
            The store gets a new table, or the hierarchy's table holds objects of a new entity. There are no
            objects of the entity yet, so no values are needed. Core Data infers this change, too.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
              Tag:
                attributes:
                  title: string
            """,
        advice: """
            Nothing. If the entity existed under another name, write `originalName` on it to keep its objects.
            """
    )
}
