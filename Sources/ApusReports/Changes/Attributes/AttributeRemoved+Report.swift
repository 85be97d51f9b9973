import ApusMigration
import ApusSchema

extension AttributeRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            attribute.name,
            attribute.summary + (isLoss ? "" : ", no store has values of it"),
            from: attribute.summary
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "attributeRemoved",
        title: "An attribute is gone",
        effects: [.loss, .lightweight],
        reason: """
            The values of the attribute are lost. Core Data drops them without a word; Apus asks for one.
            Nothing is lost by an attribute that no store had: one that is transient, ephemeral or computed by
            the store.

            The attribute is also gone where another one takes its name: a rename onto a name that is in use,
            whose older bearer nobody claims.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                  legacyCode: string?
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        mapping: """
            accept: [Trip.legacyCode]
            """,
        advice: """
            Accept the loss by the attribute's older name. If it has another name now, write `originalName:
            legacyCode` at the newer one instead. `accept: [Trip.*]` accepts every loss of the entity's
            properties at once.
            """
    )
}
