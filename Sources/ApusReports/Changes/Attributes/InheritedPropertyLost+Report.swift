import ApusMigration

extension InheritedPropertyLost: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            property ?? "",
            "inherited from \(declaredBy)" + (isLoss ? "" : isKept ? ", kept elsewhere" : ", never stored"),
            from: declaredBy
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "inheritedPropertyLost",
        title: "Inherited property lost",
        effects: [.loss, .lightweight],
        reason: """
            Other entities have the property, but the objects of this entity no longer do: the entity left the
            hierarchy, or the property was pushed down to other sub-entities. The values or references of its
            objects are lost. The mapping must accept the loss.
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
            Accept the loss under the entity that loses the property, not under the one that declared it. To
            keep the values, declare the property in this entity as well.
            """
    )
}
