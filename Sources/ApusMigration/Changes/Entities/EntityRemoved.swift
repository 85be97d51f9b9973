package import ApusSchema

/// The older schema's entity is gone, with its objects.
package struct EntityRemoved: Difference {
    /// The entity, as the older schema has it.
    package let entity: Entity

    /// Creates the difference.
    package init(entity: Entity) {
        self.entity = entity
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP102"
}
