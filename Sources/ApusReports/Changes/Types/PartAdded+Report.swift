import ApusMigration
import ApusSchema

extension PartAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, part.name, part.newSummary + filling(fill, unless: part.defaultText), to: part.newSummary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "partAdded",
        title: "Composite part added",
        effects: [.fill, .lightweight],
        reason: """
            Each attribute of the composite gets another column. Existing values get the `fill` for the part, or
            else the part's default, or else no value if the part is optional. If an attribute has no value as a
            whole, the part has none either. A required part with neither a fill nor a default is refused, unless
            `require` says that no store has such objects. Apple does not document whether Core Data infers changes
            of composites.
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
            Give the part a default, make it optional, or write a `fill` in the mapping. The line names the
            composite and applies to all attributes of that type.
            """
    )
}
