import ApusMigration

extension DerivationChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "derived " + change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "derivationChanged",
        title: "A derived attribute is computed otherwise",
        effects: [.lightweight],
        reason: """
            A derived attribute is computed by the store. All rows get the value that the newer derivation
            gives.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: { type: string, optional: true, derived: "lowercase:(name)" }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: { type: string, optional: true, derived: "canonical:(name)" }
            """,
        advice: """
            Nothing.
            """
    )
}
