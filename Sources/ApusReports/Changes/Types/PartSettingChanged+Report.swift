import ApusMigration

extension PartSettingChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "partSettingChanged",
        title: "A setting of a composite's part changes",
        effects: [.lightweight, .checked],
        reason: """
            The part says something else under `default`, `hashModifier`, a rule for valid values or what reads
            its bytes. It means what the same change of an attribute means (AP208, AP210, AP217, AP219), in
            every attribute of the composite: no value changes, and rows that break a tighter rule are looked
            for.
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
            Nothing, unless rows break a tighter rule: `apus plan` counts them.
            """
    )
}
