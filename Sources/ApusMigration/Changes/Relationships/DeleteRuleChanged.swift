package import ApusSchema

/// Something else becomes of the far end when an object is deleted.
package struct DeleteRuleChanged: Difference {
    /// The relationship's newer name.
    package let name: String

    /// The older rule.
    package let from: Relationship.DeleteRule

    /// The newer rule.
    package let to: Relationship.DeleteRule

    /// Creates the difference.
    package init(name: String, from: Relationship.DeleteRule, to: Relationship.DeleteRule) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP308"
}
