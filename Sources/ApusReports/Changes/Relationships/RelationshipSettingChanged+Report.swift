import ApusMigration

extension RelationshipSettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipSettingChanged",
        title: "Relationship setting changed",
        effects: [.lightweight],
        reason: """
            A setting such as `hashModifier` changed. No reference depends on it.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Person?
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
                  guide: { to: Person, optional: true, hashModifier: "2" }
              Person:
                attributes:
                  name: string
            """,
        advice: """
            Nothing.
            """
    )
}
