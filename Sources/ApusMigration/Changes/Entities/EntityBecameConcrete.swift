/// An entity that can now have objects of its own.
package struct EntityBecameConcrete: Difference {
    /// The entity's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The stable code.
    package static let code = "AP107"
}
