public import ApusSchema

/// The entity has a relationship more.
public struct RelationshipAdded: Difference {
    /// The relationship.
    public let relationship: Relationship

    /// Creates the difference.
    public init(relationship: Relationship) {
        self.relationship = relationship
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { relationship.name }

    /// The stable code.
    public static let code = "AP301"
}
