/// A part of a composite may no longer be empty.
public struct PartBecameRequired: Difference {
    /// The part's newer name.
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
        "AP261",
        "partBecameRequired",
        title: "A part of a composite becomes required",
        effects: [.fill, .lightweight],
        reason: """
            As of an attribute (AP207), in every attribute of the composite: values without the part get what
            `fill` says, else its default; or `require` says that there are none. An optional attribute that has
            no value as a whole stays without one.
            """,
        before: PartBecameOptional.page.after,
        after: PartBecameOptional.page.before,
        mapping: """
            fill: { Address.street: "unknown" }
            """,
        advice: """
            Say what values without the part get, or `require: [Address.street]` where there should be none, or
            leave it optional.
            """
    )
}
