public import ApusSchema

/// The older schema's entity is gone, with its objects.
public struct EntityRemoved: Difference {
    /// The entity, as the older schema has it.
    public let entity: Entity

    /// Creates the difference.
    public init(entity: Entity) {
        self.entity = entity
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP102"
}
