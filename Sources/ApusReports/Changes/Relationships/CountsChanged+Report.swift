import ApusMigration

extension CountsChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to) + ", for saving only", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "countsChanged",
        title: "The number of objects that a relationship may lead to changes",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            How many objects a to-many relationship may lead to, and whether it may be empty, are rules for
            saving. No migration takes a reference away to obey one. A rule that forbids what was allowed is
            looked at before the first write: objects that break it are counted and shown by `plan`, `migrate`
            and the report that an app gets, and `apus verify` lists them afterwards.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  travellers: { toMany: Person, maximumModelCount: 12 }
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  travellers: { toMany: Person, maximumModelCount: 8 }
              Person:
                attributes:
                  name: string
            """,
        advice: """
            Run `apus plan` on stores that matter: it counts the objects that break the rule. Each stays as it
            is until it is saved again, and then your app has to mend it. Or make the rule wider.
            """
    )
}
