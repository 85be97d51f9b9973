public import ApusSchema

/// The newer schema has an entity more.
public struct EntityAdded: Difference {
    /// The entity.
    public let entity: Entity

    /// Creates the difference.
    public init(entity: Entity) {
        self.entity = entity
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP101"
}
