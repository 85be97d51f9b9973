public import ApusSchema

/// The entity has an attribute more.
public struct AttributeAdded: Difference {
    /// The attribute.
    public let attribute: Attribute

    /// What existing rows get; `nil` for no value.
    public let fill: String?

    /// Creates the difference.
    public init(attribute: Attribute, fill: String?) {
        self.attribute = attribute
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { attribute.name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(
            .added,
            attribute.name,
            attribute.summary + filling(fill, unless: attribute.defaultText),
            to: attribute.summary
        )
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP201",
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
