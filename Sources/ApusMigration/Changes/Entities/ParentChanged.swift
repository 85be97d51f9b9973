/// An entity inherits from another entity, from one at all, or from none any more.
public struct ParentChanged: Difference {
    /// The older parent, by its older name; `nil` for none.
    public let from: String?

    /// The newer parent; `nil` for none.
    public let to: String?

    /// Creates the difference.
    public init(from: String?, to: String?) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP108"
}
