import ApusMigration

extension AttributeSettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "attributeSettingChanged",
        title: "Attribute setting changed",
        effects: [.lightweight],
        reason: """
            `hashModifier`, `preserveValueOnDeletion`, `spotlight` or `allowsCloudEncryption` changed, or `int64`
            became `int` or the other way round, which changes the type in Swift only. No stored value depends on
            these settings.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: { type: string, spotlight: true }
            """,
        advice: """
            Nothing.
            """
    )
}
