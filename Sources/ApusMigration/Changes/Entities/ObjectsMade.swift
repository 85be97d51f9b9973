package import ApusSchema

/// Objects of an entity that a mapping makes of older ones.
package struct ObjectsMade: Difference {
    /// The entity.
    package let entity: String

    /// Where its objects come from.
    package let origins: [Mapping.Origin]

    /// Creates the difference.
    package init(entity: String, origins: [Mapping.Origin]) {
        self.entity = entity
        self.origins = origins
    }

    /// The stable code.
    package static let code = "AP116"
}
