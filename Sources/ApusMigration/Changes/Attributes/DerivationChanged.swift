/// A derived attribute is computed in another way.
public struct DerivationChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The older derivation.
    public let from: String

    /// The newer derivation.
    public let to: String

    /// Creates the difference.
    public init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP214"
}
