/// An enum's case is gone; rows that have it lose their value.
public struct EnumCaseRemoved: Difference {
    /// The case's older name.
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
    public static let code = "AP252"
}
