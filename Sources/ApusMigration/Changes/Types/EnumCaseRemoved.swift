/// An enum's case is gone; rows that have it lose their value.
public struct EnumCaseRemoved: Difference {
    /// The case's older name.
    public let name: String

    /// What a store keeps.
    public let rawValue: String

    /// Creates the difference.
    public init(name: String, rawValue: String) {
        self.name = name
        self.rawValue = rawValue
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.removed, name, "case, stored as \(rawValue)", from: rawValue)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP252",
        "enumCaseRemoved",
        title: "An enum has a case less",
        effects: [.loss],
        reason: """
            Rows that have the case keep no value that any case names. They get none where the attribute is
            optional; otherwise what `fill` says, else the default. That is a loss, which needs a word. How many
            rows there are, `apus plan` counts.
            """,
        before: EnumCaseAdded.page.after,
        after: EnumCaseAdded.page.before,
        mapping: """
            accept: [Status.archived]
            """,
        advice: """
            Accept the loss by the enum's and the case's older names. If the case has another name now, keep its
            raw value under the newer one instead: `finished: archived`.
            """
    )
}
