public import ApusSchema

/// A part of a composite is gone, with its values.
public struct PartRemoved: Difference {
    /// The part, as the older schema has it.
    public let part: Attribute

    /// Creates the difference.
    public init(part: Attribute) {
        self.part = part
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { part.name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.removed, part.name, part.summary, from: part.summary)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP257",
        "partRemoved",
        title: "A composite has a part less",
        effects: [.loss],
        reason: """
            The part's values are lost, in every attribute of the composite. The loss needs a word.
            """,
        before: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
                  fax: string?
            """,
        after: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
            """,
        mapping: """
            accept: [Address.fax]
            """,
        advice: """
            Accept the loss by the composite's and the part's older names. If the part has another name now,
            write `originalName` at the newer one instead.
            """
    )
}
