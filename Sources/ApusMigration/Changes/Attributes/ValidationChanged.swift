/// Other values of an attribute are valid than before.
public struct ValidationChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The rule: `minimum`, `maximum`, `length` or `pattern`.
    public let key: String

    /// The older rule; `nil` for none.
    public let from: String?

    /// The newer rule; `nil` for none.
    public let to: String?

    /// Whether values that were valid may no longer be.
    public let isTighter: Bool

    /// Creates the difference.
    public init(name: String, key: String, from: String?, to: String?, isTighter: Bool) {
        self.name = name
        self.key = key
        self.from = from
        self.to = to
        self.isTighter = isTighter
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP217"
}
