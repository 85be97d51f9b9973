import ApusMigration

extension CountsChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to) + ", enforced on save only", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "countsChanged",
        title: "Relationship count limits changed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            The minimum and maximum count of a to-many relationship, and whether it may be empty, are checked on
            save. A migration never removes a reference to satisfy a limit. A stricter limit is checked before
            the first write: `plan`, `migrate` and the report that an app gets show how many objects violate it,
            and `apus verify` lists them afterwards.
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
            Run `apus plan` on real stores: it counts the objects that violate the limit. Each object stays as
            it is until it is saved again; your app has to correct it then. Or relax the limit.
            """
    )
}
