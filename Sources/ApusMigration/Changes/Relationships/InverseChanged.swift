/// A relationship has another inverse, one at all, or none any more.
public struct InverseChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The older inverse; `nil` for none.
    public let from: String?

    /// The newer inverse; `nil` for none.
    public let to: String?

    /// Creates the difference.
    public init(name: String, from: String?, to: String?) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP307"
}
