import ApusMigration

extension TypeRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "type renamed", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "typeRenamed",
        title: "An enum or a composite is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the enum or the composite is the one that had another name. Names of types
            stand in no store, so no row is written. Without the line the older type is gone, the newer one is
            another type, and the attributes that have it change their type (AP205).
            """,
        before: """
            entities:
              Trip:
                attributes:
                  status: Status = open
            enums:
              Status: [open, over]
            """,
        after: """
            entities:
              Trip:
                attributes:
                  status: TripStatus = open
            enums:
              TripStatus: { originalName: Status, cases: [open, over] }
            """,
        advice: """
            Nothing.
            """
    )
}
