/// Entities of several hierarchies, whose objects were counted apart, come under one root.
package struct HierarchiesMerged: Difference {
    /// The newer root entity.
    package let root: String

    /// The older root entities.
    package let from: [String]

    /// Creates the difference.
    package init(root: String, from: [String]) {
        self.root = root
        self.from = from
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP109"
}
