/// An enum has a case more.
public struct EnumCaseAdded: Difference {
    /// The case's name.
    public let name: String

    /// What a store keeps.
    public let rawValue: String

    /// Creates the difference.
    public init(name: String, rawValue: String) {
        self.name = name
        self.rawValue = rawValue
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP251"
}
