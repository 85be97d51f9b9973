/// An attribute that the store computed has values of its own now.
public struct BecameUnderived: Difference {
    /// The attribute's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "no longer derived, the computed values stay")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP216",
        "becameUnderived",
        title: "A derived attribute gets values of its own",
        effects: [.lightweight],
        reason: """
            The values that the store computed last stay, as values of the objects' own.
            """,
        before: BecameDerived.page.after,
        after: BecameDerived.page.before,
        advice: """
            Nothing. From now on your app keeps the values right.
            """
    )
}
