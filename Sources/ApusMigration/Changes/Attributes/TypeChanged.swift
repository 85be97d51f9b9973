/// An attribute has another type.
public struct TypeChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The older type.
    public let from: String

    /// The newer type.
    public let to: String

    /// The conversion that turns older values into newer ones; `nil` where there is none.
    public let conversion: String?

    /// Creates the difference.
    public init(name: String, from: String, to: String, conversion: String?) {
        self.name = name
        self.from = from
        self.to = to
        self.conversion = conversion
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP205"
}
