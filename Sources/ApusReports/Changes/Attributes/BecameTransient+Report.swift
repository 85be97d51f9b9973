import ApusMigration

extension BecameTransient: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "stored → transient, without its values", from: "stored", to: "transient")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
        "becameTransient",
        title: "A property becomes transient",
        effects: [.loss],
        reason: """
            A transient or ephemeral property lives in memory, so that no store keeps the values it had. They
            are lost, which needs a word.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                  weather: string?
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                  weather: { type: string, optional: true, transient: true }
            """,
        mapping: """
            accept: [Trip.weather]
            """,
        advice: """
            Accept the loss by the property's older name, or leave it stored.
            """
    )
}
