/// A store keeps another raw value for a case.
public struct EnumRawValueChanged: Difference {
    /// The case's newer name.
    public let name: String

    /// The older raw value.
    public let from: String

    /// The newer raw value.
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
    public static let code = "AP254"
}
