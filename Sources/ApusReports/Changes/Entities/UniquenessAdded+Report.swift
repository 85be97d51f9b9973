import ApusMigration

extension UniquenessAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, "unique:", properties.constraint + ", checked for duplicates", to: properties.constraint)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "uniquenessAdded",
        title: "Unique constraint added",
        effects: [.checked],
        reason: """
            No two objects may have the same values in these properties anymore. Apus checks for duplicates
            before the first write, shows them, and stops if there are any, because only you know which of them
            is right. Objects without a value in one of the properties never conflict. Core Data finds
            duplicates only during the migration and then does not open the store (error 134111).
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
            Run `apus plan` on real stores: it shows the duplicates. Say in the mapping which of them stay, such as
            `duplicates: { Trip: newest }`, resolve them while the older version is in use, or omit the constraint.
            """
    )
}
