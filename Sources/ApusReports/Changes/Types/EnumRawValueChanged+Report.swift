import ApusMigration

extension EnumRawValueChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "stored as " + change(from, to), from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "enumRawValueChanged",
        title: "A case is stored otherwise",
        effects: [.checked],
        reason: """
            The case is the same and is stored otherwise. In every attribute of the enum, rows with the older
            raw value get the newer one. A row whose value is that of no case at all stops the migration before
            the first write: what it should become, nobody has said.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  status: Status = open
            enums:
              Status: { cases: { open: "O", over: "X" } }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  status: Status = open
            enums:
              Status: { cases: { open: "O", over: "V" } }
            """,
        advice: """
            Nothing, if it is meant. A frequent accident: a case that is added in front or in the middle of an
            enum of numbers that are counted from 0.
            """
    )
}
