/// An attribute that the store computed has values of its own now.
package struct BecameUnderived: Difference {
    /// The attribute's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP216"
}
