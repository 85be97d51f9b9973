public import ApusSchema

/// The entity's attribute is gone, with its values.
public struct AttributeRemoved: Difference {
    /// The attribute, as the older schema has it.
    public let attribute: Attribute

    /// Whether a store held values of it.
    public let isLoss: Bool

    /// Creates the difference.
    public init(attribute: Attribute, isLoss: Bool) {
        self.attribute = attribute
        self.isLoss = isLoss
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { attribute.name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(
            .removed,
            attribute.name,
            attribute.summary + (isLoss ? "" : ", no store has values of it"),
            from: attribute.summary
        )
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP202",
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
