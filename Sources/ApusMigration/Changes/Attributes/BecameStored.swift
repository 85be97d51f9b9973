/// Stores keep a property that lived in memory only.
public struct BecameStored: Difference {
    /// The property's newer name.
    public let name: String

    /// What existing rows get; `nil` for no value.
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
        ChangeWords(.changed, name, "transient → stored" + filling(fill), from: "transient", to: "stored")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP213",
        "becameStored",
        title: "A transient property becomes stored",
        effects: [.lightweight, .fill],
        reason: """
            No store has values of a transient or ephemeral property, so it is stored as one that is new: rows
            get what `fill` says, else the default, else no value (AP201).
            """,
        before: BecameTransient.page.after,
        after: BecameTransient.page.before,
        advice: """
            Nothing, where it is optional or has a default; otherwise a `fill`, as for a new attribute.
            """
    )
}
