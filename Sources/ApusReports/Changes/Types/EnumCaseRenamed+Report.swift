import ApusMigration

extension EnumCaseRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "case renamed", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "enumCaseRenamed",
        title: "Enum case renamed",
        effects: [.lightweight],
        reason: """
            Its raw value identifies a case. A newer case with the raw value of a removed older case is the same
            case with a new name, and no row is written.
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
                  status: Status = open
            enums:
              Status: { cases: { open: open, finished: over } }
            """,
        advice: """
            Nothing. With another raw value, the change would be a removed case (AP252) and an added one
            (AP251).
            """
    )
}
