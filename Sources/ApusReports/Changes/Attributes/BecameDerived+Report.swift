import ApusMigration

extension BecameDerived: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "derived from \(derivation), without its own values", to: derivation)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "becameDerived",
        title: "An attribute becomes derived",
        effects: [.loss],
        reason: """
            From now on the store computes the attribute for all rows, over whatever they had. The values so far
            are lost, also where they happen to be the same.
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
            Accept the loss by the attribute's older name; or give the derived attribute a name of its own.
            """
    )
}
