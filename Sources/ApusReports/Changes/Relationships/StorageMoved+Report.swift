import ApusMigration

extension StorageMoved: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "its references move to another column or table")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "storageMoved",
        title: "References stored elsewhere",
        effects: [.lightweight],
        reason: """
            The store keeps the references in the other side's column, in a join table instead of a column, or
            in a join table whose columns are swapped. This follows from the shape of the relationship, from
            `holdsKey`, or from a rename that changes which side comes first. The references themselves are
            kept.
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
            Nothing. To leave the references where they are, write `holdsKey: true` on the side that holds them.
            """
    )
}
