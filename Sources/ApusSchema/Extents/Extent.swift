/// All objects of one kind, or all pairs of one relationship: what a store keeps, without tables and columns.
///
/// An extent is what migrations are about. An object belongs to the extent of its own entity and to no other, with all
/// values that it has, the inherited ones included; a layout may keep several extents in one table.
package struct Extent: Hashable, Sendable {
    /// Whose extent it is.
    package enum Name: Hashable, Sendable {
        /// The objects of exactly that entity.
        case objects(String)
        /// The pairs of objects that the named relationship holds.
        case pairs(ElementPath)
    }

    /// One of the values of each element.
    package struct Member: Hashable, Sendable {
        /// What the value is.
        package let field: Field
        /// The type; identities, keys and places are `int64`.
        package let type: ScalarType
        /// Whether there may be no value.
        package let isNullable: Bool
        /// Whether the store computes the value from others.
        package let isDerived: Bool
        /// The entity of the objects that the value names, where it is a key, a source or a target.
        package let destination: String?

        /// Creates a member.
        package init(
            _ field: Field,
            _ type: ScalarType,
            isNullable: Bool,
            isDerived: Bool = false,
            destination: String? = nil
        ) {
            self.field = field
            self.type = type
            self.isNullable = isNullable
            self.isDerived = isDerived
            self.destination = destination
        }
    }

    /// Whose extent it is.
    package let name: Name

    /// The values, the identity or the pair first.
    package let members: [Member]

    /// Creates an extent.
    package init(name: Name, members: [Member]) {
        self.name = name
        self.members = members
    }

    /// The member of that field, or `nil`.
    package func member(_ field: Field) -> Member? {
        members.first { $0.field == field }
    }
}
