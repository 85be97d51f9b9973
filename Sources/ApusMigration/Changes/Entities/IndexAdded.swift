package import ApusSchema

/// The entity has an index more.
package struct IndexAdded: Difference {
    /// The index.
    package let index: Entity.Index

    /// Creates the difference.
    package init(index: Entity.Index) {
        self.index = index
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP112"
}
