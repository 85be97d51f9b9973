/// A derived attribute that now has values of its own.
package struct BecameUnderived: Difference {
    /// The attribute's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP216"
}
