package import ApusSchema

/// A relationship that the newer schema no longer has.
package struct RelationshipRemoved: Difference {
    /// The relationship in the older schema.
    package let relationship: Relationship

    /// Whether its references are lost: its inverse does not keep them.
    package let losesReferences: Bool

    /// Creates the difference.
    package init(relationship: Relationship, losesReferences: Bool) {
        self.relationship = relationship
        self.losesReferences = losesReferences
    }

    /// The property, case or part that changes.
    package var property: String? { relationship.name }

    /// The stable code.
    package static let code = "AP302"
}
