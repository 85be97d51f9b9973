package import ApusSchema

/// A relationship that the newer schema adds to an entity.
package struct RelationshipAdded: Difference {
    /// The relationship.
    package let relationship: Relationship

    /// The existing rows that stay without an object, although the relationship is required.
    package let rowsLeftEmpty: RowsLeftEmpty

    /// Creates the difference.
    package init(relationship: Relationship, rowsLeftEmpty: RowsLeftEmpty = .none) {
        self.relationship = relationship
        self.rowsLeftEmpty = rowsLeftEmpty
    }

    /// The property, case or part that changes.
    package var property: String? { relationship.name }

    /// The stable code.
    package static let code = "AP301"
}
