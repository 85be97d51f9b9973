import ApusMigration

extension EnumCaseAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, name, "case, stored as \(rawValue)", to: rawValue)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "enumCaseAdded",
        title: "Enum case added",
        effects: [.lightweight],
        reason: """
            No row has the case yet, and the raw values of the other cases stay.
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
              Status: [open, over, archived]
            """,
        advice: """
            Nothing. In an enum whose raw values are numbered from 0, add the case at the end: anywhere else, it
            changes the raw values of the cases after it (AP254).
            """
    )
}
