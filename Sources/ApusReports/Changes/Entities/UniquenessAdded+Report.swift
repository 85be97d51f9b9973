import ApusMigration

extension UniquenessAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, "unique:", properties.constraint + ", duplicates are looked for", to: properties.constraint)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "uniquenessAdded",
        title: "A unique constraint is new",
        effects: [.checked],
        reason: """
            No two objects may have the same values in these properties any more. Apus looks for duplicates
            before the first write, shows them, and stops where it finds some: which of them is right, only you
            know. Objects without a value in one of the properties clash with none. Core Data finds out while it
            migrates, and then does not open the store (error 134111).
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                  start: date
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                  start: date
                unique: [[name, start]]
            """,
        advice: """
            Run `apus plan` on stores that matter: it shows the duplicates. Mend them while the older version is
            in use, or leave the constraint out.
            """
    )
}
