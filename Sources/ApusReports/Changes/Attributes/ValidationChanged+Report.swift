import ApusMigration

extension ValidationChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            "\(key) " + change(from, to) + (isTighter ? ", existing rows are checked" : ""),
            from: from,
            to: to
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "validationChanged",
        title: "Validation rule changed",
        effects: [.checked, .lightweight],
        reason: """
            `minimum`, `maximum`, `length` and `pattern` are checked on save. A migration never changes a value
            to satisfy a rule and is never refused because of one: the app has to open the store, and an object
            can be saved as long as the invalid value is not touched. A stricter rule is checked before the
            first write: `plan`, `migrate` and the report that an app gets show how many values violate it, with
            examples. Core Data leaves validation out of a model's hash and checks nothing.
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
            Run `apus plan` on real stores: it counts the values that violate the rule. Correct them while the
            older version is in use, let the app correct them after the migration, or relax the rule.
            """
    )
}
