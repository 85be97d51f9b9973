/// The objects that a to-many relationship leads to have an order now.
public struct BecameOrdered: Difference {
    /// The relationship's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP311"
}
