/// No store keeps a property any more.
public struct BecameTransient: Difference {
    /// The property's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "stored → transient, without its values", from: "stored", to: "transient")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP212",
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
