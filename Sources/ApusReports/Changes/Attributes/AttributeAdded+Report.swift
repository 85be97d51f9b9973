import ApusMigration
import ApusSchema

extension AttributeAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .added,
            attribute.name,
            attribute.summary + filling(fill, unless: attribute.defaultText),
            to: attribute.summary
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "attributeAdded",
        title: "An attribute is new",
        effects: [.fill, .lightweight],
        reason: """
            Existing rows need a value for a new attribute. They get, in this order:

            - what `fill` says for it: a value, or `uuid()`, `now()` or `rowNumber()` for a value of each row's
              own;
            - the attribute's default, of a required attribute and of an optional one;
            - no value, where the attribute is optional.

            A required attribute for which none of these says anything is refused, whether the store has rows or
            not. Core Data fails on the first store that has a row (error 134110, missing attribute values).
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
            Give it a default, where one value is right for all rows; make it optional, where rows may go
            without; or say in the mapping what existing rows get. If it is an older attribute under another
            name, write `originalName`, and values come along.
            """
    )
}
