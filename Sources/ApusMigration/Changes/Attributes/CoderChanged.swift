/// The bytes of an attribute stay as they are, and something else reads them.
public struct CoderChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The setting: `transformer` or `swiftType`.
    public let key: String

    /// The older one; `nil` for none.
    public let from: String?

    /// The newer one; `nil` for none.
    public let to: String?

    /// Creates the difference.
    public init(name: String, key: String, from: String?, to: String?) {
        self.name = name
        self.key = key
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP219"
}
