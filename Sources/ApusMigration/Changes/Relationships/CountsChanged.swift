/// A to-many relationship may lead to fewer or more objects, or may no longer be empty.
public struct CountsChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The rule: `minimumModelCount`, `maximumModelCount` or `optional`.
    public let key: String

    /// The older number; `nil` for none.
    public let from: String?

    /// The newer number; `nil` for none.
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
    public static let code = "AP314"
}
