package import ApusSchema

/// A relationship that the newer schema adds to an entity.
package struct RelationshipAdded: Difference {
    /// The relationship.
    package let relationship: Relationship

    /// Creates the difference.
    package init(relationship: Relationship) {
        self.relationship = relationship
    }

    /// The property, case or part that changes.
    package var property: String? { relationship.name }

    /// The stable code.
    package static let code = "AP301"
}
