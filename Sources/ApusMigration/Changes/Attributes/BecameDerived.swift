/// The store computes an attribute that objects had values of their own for.
public struct BecameDerived: Difference {
    /// The attribute's newer name.
    public let name: String

    /// How it is computed.
    public let derivation: String

    /// Creates the difference.
    public init(name: String, derivation: String) {
        self.name = name
        self.derivation = derivation
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP215"
}
