import ApusMigration
import ApusSchema

extension EntityAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, entity.name, "new: " + entity.summary, to: entity.summary)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "entityAdded",
        title: "An entity is new",
        effects: [.lightweight],
        reason: """
            The store gets a table more, or the entity's hierarchy a kind of object more. There are no objects
            of it yet, so nothing has to be given. Core Data infers it too.
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
            Nothing. If the entity was there before under another name, write `originalName` at it, so that its
            objects come along.
            """
    )
}
