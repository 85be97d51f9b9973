import ApusMigration

extension PartBecameOptional: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "required → optional", from: "required", to: "optional")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "partBecameOptional",
        title: "Composite part became optional",
        effects: [.lightweight],
        reason: """
            Every stored value stays valid, and the part may now be empty.
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
                  street: string
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
                  street: string?
            """,
        advice: """
            Nothing.
            """
    )
}
