public import ApusSchema

/// An attribute became a relationship, or a relationship an attribute.
public struct KindChanged: Difference {
    /// The property, as the older schema has it.
    public let from: Property

    /// The property, as the newer schema has it.
    public let to: Property

    /// Creates the difference.
    public init(from: Property, to: Property) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { to.name }

    /// The stable code.
    public static let code = "AP209"
}
