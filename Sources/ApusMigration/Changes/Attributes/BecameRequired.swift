/// An attribute or a to-one relationship may no longer be empty.
public struct BecameRequired: Difference {
    /// The property's newer name.
    public let name: String

    /// What rows without a value get; `nil` where nothing is given.
    public let fill: String?

    /// Creates the difference.
    public init(name: String, fill: String?) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "optional → required" + filling(fill), from: "optional", to: "required")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP207",
        "becameRequired",
        title: "A property becomes required",
        effects: [.fill, .lightweight],
        reason: """
            Rows without a value need one. They get what `fill` says, else the default. Where neither is
            written, `require` says that every row has a value already: that is checked before the first write,
            and the migration stops where a row has none. For a relationship there is only `require`, as nothing
            could say where it leads to. Apple's documentation says both that a default is enough and that empty
            values must be filled before; with Apus the default fills them.
            """,
        before: BecameOptional.page.after,
        after: BecameOptional.page.before,
        mapping: """
            fill: { Trip.destination: "unknown" }
            """,
        advice: """
            Say what rows without a value get, or `require: [Trip.destination]` where there should be none, or
            leave it optional.
            """
    )
}
