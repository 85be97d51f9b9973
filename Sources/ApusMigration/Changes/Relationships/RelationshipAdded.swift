package import ApusSchema

/// The entity has a relationship more.
package struct RelationshipAdded: Difference {
    /// The relationship.
    package let relationship: Relationship

    /// Creates the difference.
    package init(relationship: Relationship) {
        self.relationship = relationship
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { relationship.name }

    /// The stable code.
    package static let code = "AP301"
}
