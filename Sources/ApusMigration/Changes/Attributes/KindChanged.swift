package import ApusSchema

/// An attribute that became a relationship, or a relationship that became an attribute.
package struct KindChanged: Difference {
    /// The property in the older schema.
    package let from: Property

    /// The property in the newer schema.
    package let to: Property

    /// Creates the difference.
    package init(from: Property, to: Property) {
        self.from = from
        self.to = to
    }

    /// The property, case or part that changes.
    package var property: String? { to.name }

    /// The stable code.
    package static let code = "AP209"
}
