package import ApusSchema

/// An entity that the newer schema no longer has.
package struct EntityRemoved: Difference {
    /// The entity in the older schema.
    package let entity: Entity

    /// Creates the difference.
    package init(entity: Entity) {
        self.entity = entity
    }

    /// The stable code.
    package static let code = "AP102"
}
