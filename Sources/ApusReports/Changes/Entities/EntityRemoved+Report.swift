import ApusMigration
import ApusSchema

extension EntityRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            entity.name,
            entity.isAbstract ? "abstract entity" : "entity and all its objects",
            from: entity.summary
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "entityRemoved",
        title: "Entity removed",
        effects: [.loss, .lightweight],
        reason: """
            All objects of the entity are lost, with their values and every reference to or from them. Core Data
            drops the table silently; Apus requires `accept`. A line that accepts the entity also covers its
            properties and the relationships that pointed to it.

            An abstract entity has no objects of its own: removing it loses nothing by itself.

            An entity is also removed if another entity is renamed to its name and no newer entity claims its
            objects.
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
            Accept the loss under the entity's older name. If the entity was renamed, write `originalName:
            Draft` on the newer entity instead. If the objects are still needed, keep the entity.
            """
    )
}
