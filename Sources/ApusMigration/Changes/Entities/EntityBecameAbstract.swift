/// An entity that can no longer have objects of its own, only objects of its sub-entities.
package struct EntityBecameAbstract: Difference {
    /// The entity's newer name.
    package let name: String

    /// Creates the difference.
    package init(name: String) {
        self.name = name
    }

    /// The stable code.
    package static let code = "AP106"
}
