/// Separate hierarchies that now share one root entity.
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

    /// The stable code.
    package static let code = "AP109"
}
