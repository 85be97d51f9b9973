import ApusMigration

extension PropertyMoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "declared by " + change(from.list, to) + ", its values stay",
            from: from.list,
            to: to
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "propertyMoved",
        title: "A property moves within a hierarchy",
        effects: [.lightweight],
        reason: """
            The property is declared by another entity of the hierarchy: it was pulled up to a parent or pushed
            down to sub-entities. Objects that had it and still have it keep their values, also where several
            entities declared it and one does now. Objects that have it for the first time get what a new
            property's get (AP201); objects that have it no longer lose it (AP221). Core Data infers it too.
            """,
        before: """
            entities:
              Animal:
                abstract: true
                attributes:
                  name: string
              Cat:
                parent: Animal
                attributes:
                  breed: string?
              Dog:
                parent: Animal
                attributes:
                  breed: string?
            """,
        after: """
            entities:
              Animal:
                abstract: true
                attributes:
                  name: string
                  breed: string?
              Cat:
                parent: Animal
              Dog:
                parent: Animal
            """,
        advice: """
            Nothing.
            """
    )
}
