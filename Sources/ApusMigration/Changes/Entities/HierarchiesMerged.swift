/// Entities of several hierarchies, whose objects were counted apart, come under one root.
public struct HierarchiesMerged: Difference {
    /// The newer root entity.
    public let root: String

    /// The older root entities.
    public let from: [String]

    /// Creates the difference.
    public init(root: String, from: [String]) {
        self.root = root
        self.from = from
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP109"
}
