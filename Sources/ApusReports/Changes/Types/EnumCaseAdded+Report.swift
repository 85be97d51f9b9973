import ApusMigration

extension EnumCaseAdded: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.added, name, "case, stored as \(rawValue)", to: rawValue)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "enumCaseAdded",
        title: "An enum has a case more",
        effects: [.lightweight],
        reason: """
            No row has the case yet, and the raw values of the others stay.
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
            Nothing. In an enum of numbers that are counted from 0, add the case at the end: elsewhere it gives
            the cases behind it other raw values (AP254).
            """
    )
}
