import ApusMigration

extension DefaultChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "default " + change(from, to) + ", for new objects only", from: from, to: to)
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "defaultChanged",
        title: "A default changes",
        effects: [.lightweight],
        reason: """
            A default is the value of new objects. Existing rows keep what they have, also where that is the
            older default: nobody can tell whether it was meant. Core Data does the same.
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
            Nothing. Where existing rows should have the newer value, change them in your app.
            """
    )
}
