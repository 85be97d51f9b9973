/// The store computes an attribute that objects had values of their own for.
public struct BecameDerived: Difference {
    /// The attribute's newer name.
    public let name: String

    /// How it is computed.
    public let derivation: String

    /// Creates the difference.
    public init(name: String, derivation: String) {
        self.name = name
        self.derivation = derivation
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "derived from \(derivation), without its own values", to: derivation)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP215",
        "becameDerived",
        title: "An attribute becomes derived",
        effects: [.loss],
        reason: """
            From now on the store computes the attribute for all rows, over whatever they had. The values so far
            are lost, also where they happen to be the same.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: string?
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                  searchName: { type: string, optional: true, derived: "canonical:(name)" }
            """,
        mapping: """
            accept: [Trip.searchName]
            """,
        advice: """
            Accept the loss by the attribute's older name; or give the derived attribute a name of its own.
            """
    )
}
