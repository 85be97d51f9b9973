import ApusMigration

extension EnumCaseRenamed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "case renamed", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "enumCaseRenamed",
        title: "A case of an enum is renamed",
        effects: [.lightweight],
        reason: """
            A case is what its raw value is. A newer case with the raw value of an older one that is gone is
            that case under another name, and no row is written.
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
            Nothing. Without the older raw value it would be a case that is gone (AP252) and one that is new
            (AP251).
            """
    )
}
