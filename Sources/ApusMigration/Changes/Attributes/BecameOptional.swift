/// An attribute or a to-one relationship that may now be empty.
package struct BecameOptional: Difference {
    /// The property's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP206"
}
