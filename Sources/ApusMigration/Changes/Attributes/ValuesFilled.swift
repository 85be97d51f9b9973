/// Rows without a value get one, although nothing about the attribute or part asks for it.
public struct ValuesFilled: Difference {
    /// The newer name of the attribute, or of the part of a composite.
    public let name: String

    /// What rows without a value get.
    public let fill: String

    /// Creates the difference.
    public init(name: String, fill: String) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP222"
}
