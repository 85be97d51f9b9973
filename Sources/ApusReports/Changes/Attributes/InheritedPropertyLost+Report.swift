import ApusMigration

extension InheritedPropertyLost: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            property ?? "",
            "inherited from \(declaredBy)" + (isLoss ? "" : ", no store has values of it"),
            from: declaredBy
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "inheritedPropertyLost",
        title: "An entity no longer has what it inherited",
        effects: [.loss, .lightweight],
        reason: """
            Others still have the property, or have it now, but the objects of this entity do not: it left the
            hierarchy, or the property was pushed down to other sub-entities. Their values or references are
            lost, which needs a word.
            """,
        before: """
            entities:
              Animal:
                abstract: true
                attributes:
                  name: string
                  breed: string?
              Dog:
                parent: Animal
              Cat:
                parent: Animal
            """,
        after: """
            entities:
              Animal:
                abstract: true
                attributes:
                  name: string
              Dog:
                parent: Animal
                attributes:
                  breed: string?
              Cat:
                parent: Animal
            """,
        mapping: """
            accept: [Cat.breed]
            """,
        advice: """
            Accept the loss under the entity that loses the property, not the one that declared it. To keep the
            values, declare the property there as well.
            """
    )
}
