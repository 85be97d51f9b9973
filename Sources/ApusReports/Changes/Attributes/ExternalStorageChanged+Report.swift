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

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "externalStorageChanged",
        title: "Values move into files or out of them",
        effects: [.lightweight],
        reason: """
            The flag allows large values to be kept in files beside the store. Values are the same wherever they
            are kept; the flag alone moves none. In Core Data it is a change of the model that is inferred.
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
