/// No two objects may share these properties any more.
public struct UniquenessAdded: Difference {
    /// The properties of the constraint.
    public let properties: [String]

    /// Creates the difference.
    public init(properties: [String]) {
        self.properties = properties
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP110"
}
