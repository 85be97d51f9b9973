import ApusMigration

extension PartTypeChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, change(from, to) + converting(conversion), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "partTypeChanged",
        title: "Composite part type changed",
        effects: [.mapped, .lightweight, .loss],
        reason: """
            As for an attribute (AP205), in every attribute of the composite: the change is inferred if every
            older value is a value of the newer type and there is only one way to convert it. Otherwise, the
            mapping names the conversion. There is no conversion from or to a composite.
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
                  number: string
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
                  number: int32
            """,
        mapping: """
            convert: { Address.number: parsed }
            """,
        advice: """
            Name a conversion under the composite's newer name; [Conversions.md](Conversions.md) lists all of
            them. To discard the values and start over, accept the loss under the older name: `accept:
            [Address.number]`.
            """
    )
}
