public import ApusSchema

/// Something else becomes of the far end when an object is deleted.
public struct DeleteRuleChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The older rule.
    public let from: Relationship.DeleteRule

    /// The newer rule.
    public let to: Relationship.DeleteRule

    /// Creates the difference.
    public init(name: String, from: Relationship.DeleteRule, to: Relationship.DeleteRule) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP308"
}
