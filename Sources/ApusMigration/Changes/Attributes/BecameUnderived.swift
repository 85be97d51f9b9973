/// An attribute that the store computed has values of its own now.
public struct BecameUnderived: Difference {
    /// The attribute's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP216"
}
