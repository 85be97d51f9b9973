import ApusMigration

extension BecameDerived: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "derived from \(derivation), its own values are lost", to: derivation)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameDerived",
        title: "Attribute became derived",
        effects: [.loss],
        reason: """
            The store now computes the attribute for every row and overwrites the stored values. Those values
            are lost, even if the computed ones are equal.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: string?
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: { type: string, optional: true, derived: "canonical:(name)" }
            """,
        mapping: """
            accept: [Trip.searchName]
            """,
        advice: """
            Accept the loss under the attribute's older name, or give the derived attribute a new name.
            """
    )
}
