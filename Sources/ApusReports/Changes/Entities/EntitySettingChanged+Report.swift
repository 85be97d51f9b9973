import ApusMigration

extension EntitySettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, key + ":", change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "entitySettingChanged",
        title: "Entity setting changed",
        effects: [.lightweight],
        reason: """
            `hashModifier` or `spotlightDisplayName` changed. No stored value depends on these settings. Keys
            that only affect documentation and generated code (`documentation`, `userInfo`, `class`, `codegen`,
            `access`) are not a change.
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
