import ApusMigration
import ApusSchema

extension AttributeAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .added,
            attribute.name,
            attribute.newSummary + filling(fill, unless: attribute.defaultText),
            to: attribute.newSummary
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "attributeAdded",
        title: "Attribute added",
        effects: [.fill, .lightweight],
        reason: """
            Existing rows need a value for the new attribute. The first of these that applies gives it:

            - the mapping's `fill`: a value, or `uuid()`, `now()` or `rowNumber()` for a different value in each
              row;
            - the attribute's default, whether the attribute is required or optional;
            - no value, if the attribute is optional.

            A required attribute with neither a fill nor a default is refused, even if the store has no rows.
            Core Data fails on the first store that has a row (error 134110, missing attribute values). `require`
            does the same before the first write: stores without such objects are migrated, others are not.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                  code: uuid
                  nights: int32 = 1
                  destination: string?
            """,
        mapping: """
            fill: { Trip.code: uuid() }
            """,
        advice: """
            Give the attribute a default if one value is right for all rows. Make it optional if rows may have
            no value. Otherwise, write a `fill` in the mapping, or `require: [Trip.code]`
            if no store has trips yet. If the attribute is an older one under a new
            name, write `originalName`, and its values are kept.
            """
    )
}
