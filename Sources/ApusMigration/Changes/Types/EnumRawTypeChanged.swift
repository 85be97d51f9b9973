/// A store keeps the cases of an enum as another type.
public struct EnumRawTypeChanged: Difference {
    /// The older type.
    public let from: String

    /// The newer type.
    public let to: String

    /// Creates the difference.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP255"
}
