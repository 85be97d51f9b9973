import ApusMigration

extension RelationshipSettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "relationshipSettingChanged",
        title: "A setting of a relationship changes",
        effects: [.lightweight],
        reason: """
            The relationship says something else under a key that has no change of its own, such as
            `hashModifier`. No reference depends on it.
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
