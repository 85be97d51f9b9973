/// Every row must have a value, although the property was required before.
public struct ValuesRequired: Difference {
    /// The property's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP223"
}
