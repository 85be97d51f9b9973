import ApusMigration

extension ParentChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "parent:", change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "parentChanged",
        title: "An entity changes its parent",
        effects: [.lightweight],
        reason: """
            The entity inherits from another entity than before, from one for the first time, or from none any
            more. Its objects keep their identities, their values and the references between them. Rows move
            where the hierarchy's root is another one, as a hierarchy is one table. Core Data infers it too.

            What no longer fits is a change of its own: a property that is no longer inherited (AP221), a
            relationship that can no longer lead to the objects (AP313), hierarchies that meet (AP109).
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
