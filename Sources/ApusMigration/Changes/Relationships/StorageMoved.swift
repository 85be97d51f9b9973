/// The store keeps the references of a relationship in another place.
package struct StorageMoved: Difference {
    /// The relationship's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP309"
}
