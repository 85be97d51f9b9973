import ApusMigration

extension ValidationChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "\(key) " + change(from, to) + (isTighter ? ", rows that break it are looked for" : ""),
            from: from,
            to: to
        )
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "validationChanged",
        title: "A rule for valid values changes",
        effects: [.checked, .lightweight],
        reason: """
            `minimum`, `maximum`, `length` and `pattern` are rules for saving. No migration changes a value to
            obey one, and none is refused for it: the app has to open the store, and an object can be saved as
            long as that value is not touched. A rule that forbids what was allowed is looked at before the first
            write: values that break it are counted and shown by `plan`, `migrate` and the report that an app
            gets. Core Data leaves validation out of a model's hash and looks at nothing.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  rating: int16 = 3
            """,
        after: """
            entities:
              Trip:
                attributes:
                  rating: { type: int16, default: 3, minimum: 1, maximum: 5 }
            """,
        advice: """
            Run `apus plan` on stores that matter: it counts the values that break the rule. Mend them while the
            older version is in use, let the app do so after the migration, or make the rule wider.
            """
    )
}
