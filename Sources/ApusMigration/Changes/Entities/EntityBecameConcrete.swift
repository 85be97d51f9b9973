/// There may be objects of exactly this entity now.
public struct EntityBecameConcrete: Difference {
    /// The entity's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP107"
}
