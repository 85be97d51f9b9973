import ApusMigration
import ApusSchema

extension PartAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, part.name, part.summary + filling(fill, unless: part.defaultText), to: part.summary)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "partAdded",
        title: "A composite has a part more",
        effects: [.fill, .lightweight],
        reason: """
            Each attribute of the composite gets a column more. Existing values get what `fill` says for the
            part, else the part's default, else nothing where the part is optional. Where the attribute has no
            value as a whole, the part has none either. A required part for which nothing is said is refused.
            Whether Core Data infers a change of a composite is not documented.
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
                  country: string
            """,
        mapping: """
            fill: { Address.country: "unknown" }
            """,
        advice: """
            Give the part a default, make it optional, or say in the mapping what existing values get. The line
            goes under the composite's name and counts for all attributes of that type.
            """
    )
}
