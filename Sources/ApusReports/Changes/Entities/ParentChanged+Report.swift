import ApusMigration

extension ParentChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "parent:", change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "parentChanged",
        title: "Parent entity changed",
        effects: [.lightweight],
        reason: """
            The entity inherits from another entity, from one for the first time, or from none anymore. Its
            objects keep their identities, their values and the references between them. If the root of the
            hierarchy changes, the rows move to another table, because a hierarchy is one table. Core Data
            infers this change, too.

            What no longer fits is a change of its own: a property that is no longer inherited (AP221), a
            relationship that can no longer point to the objects (AP313), hierarchies that merge (AP109).
            """,
        before: """
            entities:
              Animal:
                attributes:
                  name: string
              Dog:
                parent: Animal
                attributes:
                  breed: string?
            """,
        after: """
            entities:
              Animal:
                attributes:
                  name: string
              Pet:
                abstract: true
                parent: Animal
              Dog:
                parent: Pet
                attributes:
                  breed: string?
            """,
        advice: """
            Nothing.
            """
    )
}
