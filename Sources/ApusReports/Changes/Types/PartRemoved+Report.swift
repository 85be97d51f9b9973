import ApusMigration
import ApusSchema

extension PartRemoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.removed, part.name, part.summary, from: part.summary)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
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
