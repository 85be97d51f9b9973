package import ApusSchema

/// An entity that the newer schema adds.
package struct EntityAdded: Difference {
    /// The entity.
    package let entity: Entity

    /// Creates the difference.
    package init(entity: Entity) {
        self.entity = entity
    }

    /// The stable code.
    package static let code = "AP101"
}
