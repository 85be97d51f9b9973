/// A relationship leads to another entity.
public struct DestinationChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The older destination.
    public let from: String

    /// The newer destination.
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
    public static let code = "AP306"
}
