import ApusMigration

extension EnumRawTypeChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, "type:", change(from, to), from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "enumRawTypeChanged",
        title: "Enum raw type changed",
        effects: [.checked],
        reason: """
            The cases are the same but are stored as another type. In every attribute of the enum, each row gets
            the newer raw value of its case. A row whose value is not the raw value of any case stops the
            migration before the first write.
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
              Status: { type: int16, cases: [open, over] }
            """,
        advice: """
            Nothing.
            """
    )
}
