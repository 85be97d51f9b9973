/// A part of a composite has another name.
public struct PartRenamed: Difference {
    /// The older name.
    public let from: String

    /// The newer name.
    public let to: String

    /// Creates the difference.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { to }

    /// The stable code.
    public static let code = "AP258"
}
