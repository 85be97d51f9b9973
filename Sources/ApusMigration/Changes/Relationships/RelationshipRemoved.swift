package import ApusSchema

/// The entity's relationship is gone.
package struct RelationshipRemoved: Difference {
    /// The relationship, as the older schema has it.
    package let relationship: Relationship

    /// Whether its references are lost: its inverse does not keep them.
    package let losesReferences: Bool

    /// Creates the difference.
    package init(relationship: Relationship, losesReferences: Bool) {
        self.relationship = relationship
        self.losesReferences = losesReferences
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { relationship.name }

    /// The stable code.
    package static let code = "AP302"
}
