package import ApusSchema

/// An attribute became a relationship, or a relationship an attribute.
package struct KindChanged: Difference {
    /// The property, as the older schema has it.
    package let from: Property

    /// The property, as the newer schema has it.
    package let to: Property

    /// Creates the difference.
    package init(from: Property, to: Property) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { to.name }

    /// The stable code.
    package static let code = "AP209"
}
