import ApusMigration

extension PartSettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "partSettingChanged",
        title: "Composite part setting changed",
        effects: [.lightweight, .checked],
        reason: """
            `default`, `hashModifier`, a validation rule, or the transformer or Swift type changed. The change
            means the same as for an attribute (AP208, AP210, AP217, AP219), in every attribute of the
            composite: no value changes, and existing rows are checked against a stricter rule.
            """,
        before: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
                  country: string = "DE"
            """,
        after: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: string
                  country: string = "AT"
            """,
        advice: """
            Nothing, unless rows violate a stricter rule: `apus plan` counts them.
            """
    )
}
