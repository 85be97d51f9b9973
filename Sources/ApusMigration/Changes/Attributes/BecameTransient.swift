/// No store keeps a property any more.
package struct BecameTransient: Difference {
    /// The property's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP212"
}
