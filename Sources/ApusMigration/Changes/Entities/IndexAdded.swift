package import ApusSchema

/// An index that the newer schema adds to an entity.
package struct IndexAdded: Difference {
    /// The index.
    package let index: Entity.Index

    /// Creates the difference.
    package init(index: Entity.Index) {
        self.index = index
    }

    /// The stable code.
    package static let code = "AP112"
}
