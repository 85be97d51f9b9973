import ApusMigration

extension PartRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "renamed", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "partRenamed",
        title: "Composite part renamed",
        effects: [.lightweight],
        reason: """
            `originalName` identifies the older part. Its values are kept in every attribute of the composite:
            the columns are renamed, and no row is written.
            """,
        before: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  town: string
            """,
        after: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: { type: string, originalName: town }
            """,
        advice: """
            Nothing.
            """
    )
}
