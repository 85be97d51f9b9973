/// There may be no objects of exactly this entity any more, only of its sub-entities.
public struct EntityBecameAbstract: Difference {
    /// The entity's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP106"
}
