import ApusMigration

extension EntitySettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, key + ":", change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "entitySettingChanged",
        title: "A setting of an entity changes",
        effects: [.lightweight],
        reason: """
            The entity says something else under `hashModifier` or `spotlightDisplayName`. No value of the store
            depends on it. What only people and generated code read (`documentation`, `userInfo`, `class`,
            `codegen`, `access`) is no change at all.
            """,
        before: """
            entities:
              Trip:
                hashModifier: "1"
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                hashModifier: "2"
                attributes:
                  name: string
            """,
        advice: """
            Nothing.
            """
    )
}
