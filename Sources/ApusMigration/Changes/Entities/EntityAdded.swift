package import ApusSchema

/// The newer schema has an entity more.
package struct EntityAdded: Difference {
    /// The entity.
    package let entity: Entity

    /// Creates the difference.
    package init(entity: Entity) {
        self.entity = entity
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP101"
}
