import ApusMigration

extension EnumRawValueChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "stored as " + change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "enumRawValueChanged",
        title: "Enum raw value changed",
        effects: [.checked],
        reason: """
            The case is the same but has another raw value. In every attribute of the enum, rows with the older
            raw value get the newer one. A row whose value is not the raw value of any case stops the migration
            before the first write, because nothing determines its new value.
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
            Nothing, if this is intended. It is often an accident: a case added at the start or in the middle of
            an enum whose raw values are numbered from 0.
            """
    )
}
