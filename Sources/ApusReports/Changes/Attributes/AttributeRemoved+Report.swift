import ApusMigration
import ApusSchema

extension AttributeRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .removed,
            attribute.name,
            attribute.summary + (isLoss ? "" : isKept ? ", kept elsewhere" : ", never stored"),
            from: attribute.summary
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "attributeRemoved",
        title: "Attribute removed",
        effects: [.loss, .lightweight],
        reason: """
            The attribute's values are lost. Core Data drops them silently; Apus requires `accept`. Nothing is
            lost if no store had values: the attribute was transient, ephemeral or derived.

            An attribute is also removed if another attribute is renamed to its name and no newer attribute
            claims its values.

            Values that objects of another entity keep are lost as well if no relationship that the mapping gives says
            which object had which value.
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
            Accept the loss under the attribute's older name. If the attribute was renamed, write `originalName:
            legacyCode` on the newer attribute instead. `accept: [Trip.*]` accepts all losses of the entity's
            properties at once. If objects of another entity keep the values, give a relationship to them its objects:
            `values: { City.country: "find(Country, name == $source.country)" }`, or `same(Address)`.
            """
    )
}
