import ApusMigration

extension CoderChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to) + ", the bytes stay as they are", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "coderChanged",
        title: "Another transformer or Swift type reads the bytes",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            The store holds bytes that a transformer or a Swift type of yours reads and writes. They stay as
            they are: no migration can look into them. So the newer transformer or type must be able to read
            what the older one wrote. Core Data's documentation says nothing of it, and apps ship such changes
            without a mapping.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  colour: { type: transformable, optional: true, transformer: ColourTransformer }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  colour: { type: transformable, optional: true, transformer: PaletteTransformer }
            """,
        advice: """
            Make sure that the newer one reads what the older one wrote, and test it with a store of the older
            version.
            """
    )
}
