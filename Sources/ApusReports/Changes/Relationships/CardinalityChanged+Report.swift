import ApusMigration

extension CardinalityChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            isToMany ? "to-one → to-many" : "to-many → to-one",
            from: isToMany ? "to-one" : "to-many",
            to: isToMany ? "to-many" : "to-one"
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "cardinalityChanged",
        title: "Cardinality changed",
        effects: [.lightweight, .loss],
        reason: """
            A to-one relationship that becomes to-many keeps its reference as the only one. Core Data infers
            this, too.

            A to-many relationship that becomes to-one would have to keep one of several references and lose the
            others. Nothing determines which one is right, so the change is refused. A new inverse that would
            make several objects share a to-one side is refused as well.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guides: { toMany: Person, originalName: guide }
              Person:
                attributes:
                  name: string
            """,
        advice: """
            To-one to to-many: nothing. To-many to to-one: add a to-one relationship beside the older one, let
            your app choose, and remove the older one in a later version; or accept the loss of all references
            under the older name.
            """
    )
}
