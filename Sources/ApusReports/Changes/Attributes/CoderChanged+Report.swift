import ApusMigration

extension CoderChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "\(key) " + change(from, to) + ", bytes unchanged", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "coderChanged",
        title: "Transformer or Swift type changed",
        effects: [.lightweight],
        severity: .caution,
        reason: """
            The store holds bytes that a transformer or a Swift type of your app encodes and decodes. A
            migration cannot look into them, so they stay unchanged, and the newer transformer or type must be
            able to read what the older one wrote. Core Data's documentation does not mention this case, and
            apps ship such changes without a mapping.
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
            Make sure that the newer transformer or type reads what the older one wrote, and test it with a
            store of the older version.
            """
    )
}
