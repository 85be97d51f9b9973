import ApusMigration

extension ExternalStorageChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "externalStorage \(!isExternal) → \(isExternal)",
            from: String(!isExternal),
            to: String(isExternal)
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "externalStorageChanged",
        title: "External storage changed",
        effects: [.lightweight],
        reason: """
            The flag allows large values to be stored in files beside the store. The flag alone moves no values,
            and values are the same wherever they are stored. Core Data infers this change.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  photo: data?
            """,
        after: """
            entities:
              Trip:
                attributes:
                  photo: { type: data, optional: true, externalStorage: true }
            """,
        advice: """
            Nothing.
            """
    )
}
