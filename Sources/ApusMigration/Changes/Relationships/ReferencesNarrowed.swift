/// A relationship can no longer lead to objects of entities that it could lead to.
public struct ReferencesNarrowed: Difference {
    /// The relationship's newer name.
    public let name: String

    /// The entities that it can no longer lead to, by their older names.
    public let kinds: [String]

    /// Creates the difference.
    public init(name: String, kinds: [String]) {
        self.name = name
        self.kinds = kinds
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP313"
}
