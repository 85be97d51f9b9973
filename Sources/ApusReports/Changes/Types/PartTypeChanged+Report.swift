import ApusMigration

extension PartTypeChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, change(from, to) + converting(conversion), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "partTypeChanged",
        title: "A part of a composite has another type",
        effects: [.mapped, .lightweight, .loss],
        reason: """
            As of an attribute (AP205), in every attribute of the composite: inferred where every older value is
            one of the newer type and there is one way to say it; otherwise somebody names the conversion. From and
            to a composite there is none.
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
            Name a conversion, under the composite's newer name; [Conversions.md](Conversions.md) has all of
            them. To give up the values and begin anew, accept the loss under the older name:
            `accept: [Address.number]`.
            """
    )
}
