import ApusMigration
import ApusSchema

extension PartRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, part.name, part.summary + (isKept ? ", kept elsewhere" : ""), from: part.summary)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "partRemoved",
        title: "Composite part removed",
        effects: [.loss],
        reason: """
            The part's values are lost in every attribute of the composite, unless lines of the mapping keep them. The mapping must
            accept the loss.
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
            Accept the loss under the older names of the composite and the part. If the part was renamed, write
            `originalName` on the newer part instead.
            """
    )
}
