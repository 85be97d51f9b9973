package import ApusSchema

/// The entity has an index less.
package struct IndexRemoved: Difference {
    /// The index, as the older schema has it.
    package let index: Entity.Index

    /// Creates the difference.
    package init(index: Entity.Index) {
        self.index = index
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP113"
}
