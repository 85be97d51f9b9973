import ApusMigration

extension DerivationChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "derived " + change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "derivationChanged",
        title: "Derivation changed",
        effects: [.lightweight],
        reason: """
            The store computes a derived attribute. All rows get the value of the newer derivation.
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
