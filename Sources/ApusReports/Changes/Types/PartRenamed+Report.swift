import ApusMigration

extension PartRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "renamed", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "partRenamed",
        title: "A part of a composite is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the part is the one that had another name. Its values stay, in every
            attribute of the composite; the columns are renamed, and no row is written.
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
