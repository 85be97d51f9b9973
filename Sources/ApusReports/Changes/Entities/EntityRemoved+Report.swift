import ApusMigration
import ApusSchema

extension EntityRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            entity.name,
            entity.isAbstract ? "abstract entity" : "entity with all its objects",
            from: entity.summary
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "entityRemoved",
        title: "An entity is gone",
        effects: [.loss, .lightweight],
        reason: """
            All objects of the entity are lost, with their values and every reference to or from them. Core Data
            drops the table without a word; Apus asks for one. The line that accepts the entity covers its
            properties, and relationships of others that led to it.

            An abstract entity has no objects of its own: its removal loses nothing by itself.

            The entity is also gone where another one takes its name: a rename onto a name that is in use, whose
            older bearer nobody claims.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
              Draft:
                attributes:
                  text: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        mapping: """
            accept: [Draft]
            """,
        advice: """
            Accept the loss by the entity's older name. If the entity has another name now, write `originalName:
            Draft` at the newer one instead. If the objects are still of use, keep the entity.
            """
    )
}
