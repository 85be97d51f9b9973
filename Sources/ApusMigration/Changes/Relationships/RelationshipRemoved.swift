public import ApusSchema

/// The entity's relationship is gone.
public struct RelationshipRemoved: Difference {
    /// The relationship, as the older schema has it.
    public let relationship: Relationship

    /// Whether its references are lost: its inverse does not keep them.
    public let losesReferences: Bool

    /// Creates the difference.
    public init(relationship: Relationship, losesReferences: Bool) {
        self.relationship = relationship
        self.losesReferences = losesReferences
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { relationship.name }

    /// The stable code.
    public static let code = "AP302"
}
