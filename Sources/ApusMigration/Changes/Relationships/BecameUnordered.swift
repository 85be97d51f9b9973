/// A to-many relationship that is no longer ordered.
package struct BecameUnordered: Difference {
    /// The relationship's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP312"
}
