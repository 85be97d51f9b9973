import ApusMigration

extension StorageMoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "its references are kept elsewhere")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "storageMoved",
        title: "References are kept elsewhere",
        effects: [.lightweight],
        reason: """
            The store keeps the references in another place: in the other side's column, in a table of pairs
            instead of a column, or in pairs the other way round. That follows from the shape of the
            relationship, from `holdsKey`, or from a rename that turns the rule which side is first. The
            references themselves stay.
            """,
        before: """
            entities:
              Trip:
                relationships:
                  insurance: { to: Insurance, optional: true, inverse: trip }
              Insurance:
                attributes:
                  number: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: insurance, holdsKey: true }
            """,
        after: """
            entities:
              Trip:
                relationships:
                  insurance: { to: Insurance, optional: true, inverse: trip, holdsKey: true }
              Insurance:
                attributes:
                  number: string
                relationships:
                  trip: { to: Trip, optional: true, inverse: insurance }
            """,
        advice: """
            Nothing. To leave the references where they are, write `holdsKey: true` at the side that has them.
            """
    )
}
