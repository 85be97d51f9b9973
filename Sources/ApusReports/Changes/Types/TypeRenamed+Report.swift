import ApusMigration

extension TypeRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "type renamed", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "typeRenamed",
        title: "Enum or composite renamed",
        effects: [.lightweight],
        reason: """
            `originalName` identifies the older enum or composite. A store does not contain the names of types,
            so no row is written. Without this line, the older type is removed, the newer one is a different
            type, and the attributes change their type (AP205).
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
