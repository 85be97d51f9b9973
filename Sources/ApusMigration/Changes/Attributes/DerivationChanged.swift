/// A derived attribute is computed in another way.
public struct DerivationChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The older derivation.
    public let from: String

    /// The newer derivation.
    public let to: String

    /// Creates the difference.
    public init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "derived " + change(from, to), from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP214",
        "derivationChanged",
        title: "A derived attribute is computed otherwise",
        effects: [.lightweight],
        reason: """
            A derived attribute is computed by the store. All rows get the value that the newer derivation
            gives.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: { type: string, optional: true, derived: "lowercase:(name)" }
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: { type: string, optional: true, derived: "canonical:(name)" }
            """,
        advice: """
            Nothing.
            """
    )
}
