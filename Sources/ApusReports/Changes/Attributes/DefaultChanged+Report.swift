import ApusMigration

extension DefaultChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "default " + change(from, to) + ", for new objects only", from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "defaultChanged",
        title: "Default changed",
        effects: [.lightweight],
        reason: """
            A default is the value of new objects. Existing rows keep their values, even those equal to the
            older default, because nothing shows whether such a value was set on purpose. Core Data does the
            same.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  nights: int32 = 1
            """,
        after: """
            entities:
              Trip:
                attributes:
                  nights: int32 = 2
            """,
        advice: """
            Nothing. If existing rows should get the newer value, update them in your app.
            """
    )
}
