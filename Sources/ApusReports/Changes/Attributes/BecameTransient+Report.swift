import ApusMigration

extension BecameTransient: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "stored → transient, its values are lost", from: "stored", to: "transient")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "becameTransient",
        title: "Property became transient",
        effects: [.loss],
        reason: """
            A transient or ephemeral property lives in memory only, so its stored values are lost. The mapping
            must accept the loss.
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
            Accept the loss under the property's older name, or keep the property stored.
            """
    )
}
