/// The store keeps the references of a relationship in another place.
public struct StorageMoved: Difference {
    /// The relationship's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP309"
}
