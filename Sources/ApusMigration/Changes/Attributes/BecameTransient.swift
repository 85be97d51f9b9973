/// A stored property that now lives in memory only.
package struct BecameTransient: Difference {
    /// The property's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP212"
}
