import ApusMigration

extension AttributeSettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "attributeSettingChanged",
        title: "A setting of an attribute changes",
        effects: [.lightweight],
        reason: """
            The attribute says something else under `hashModifier`, `preserveValueOnDeletion`, `spotlight` or
            `allowsCloudEncryption`. No value of the store depends on it.
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
