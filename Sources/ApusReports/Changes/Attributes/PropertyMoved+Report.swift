import ApusMigration

extension PropertyMoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "declared by " + change(from.list, to) + ", values are kept",
            from: from.list,
            to: to
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "propertyMoved",
        title: "Property moved within a hierarchy",
        effects: [.lightweight],
        reason: """
            Another entity of the hierarchy declares the property: it was pulled up to a parent or pushed down
            to sub-entities. Objects that had the property and still have it keep their values, even if several
            entities declared it before and only one does now. Objects that gain it get values like those of a
            new property (AP201); objects that no longer have it lose theirs (AP221). Core Data infers this
            change, too.
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
