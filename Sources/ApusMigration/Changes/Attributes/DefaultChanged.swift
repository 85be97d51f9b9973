/// New objects get another value; existing rows keep theirs.
public struct DefaultChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// The older default; `nil` for none.
    public let from: String?

    /// The newer default; `nil` for none.
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
    public static let code = "AP208"
}
