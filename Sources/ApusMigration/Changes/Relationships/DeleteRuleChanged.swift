package import ApusSchema

/// A changed rule for deleting the objects that a relationship points to.
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

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP308"
}
