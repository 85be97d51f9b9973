package import ApusSchema

/// An index that the newer schema no longer has.
package struct IndexRemoved: Difference {
    /// The index in the older schema.
    package let index: Entity.Index

    /// Creates the difference.
    package init(index: Entity.Index) {
        self.index = index
    }

    /// The stable code.
    package static let code = "AP113"
}
