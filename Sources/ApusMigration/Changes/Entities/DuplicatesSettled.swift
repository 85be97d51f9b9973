package import ApusSchema

/// A decision about objects that have the same values in the properties of a unique constraint.
package struct DuplicatesSettled: Difference {
    /// The newer entity that declares the constraint.
    package let entity: String

    /// The properties of the constraint.
    package let properties: [String]

    /// What stays of the objects.
    package let kept: Mapping.DuplicateObjects.Kept

    /// Creates the difference.
    package init(entity: String, properties: [String], kept: Mapping.DuplicateObjects.Kept) {
        self.entity = entity
        self.properties = properties
        self.kept = kept
    }

    /// The stable code.
    package static let code = "AP118"
}
