import ApusMigration

extension PartBecameOptional: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "required → optional", from: "required", to: "optional")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "partBecameOptional",
        title: "A part of a composite becomes optional",
        effects: [.lightweight],
        reason: """
            Every value that is there is valid, and the part may be empty from now on.
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
