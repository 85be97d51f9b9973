/// The objects that a to-many relationship leads to have an order now.
package struct BecameOrdered: Difference {
    /// The relationship's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP311"
}
