/// All objects of a concrete entity, or all rows of a join table, regardless of tables and columns.
///
/// Migrations work on extents. An object belongs only to the extent of its own entity, with all its values, including
/// inherited ones. A layout may keep several extents in the same table.
package struct Extent: Hashable, Sendable {
    /// The owner of an extent.
    package enum Name: Hashable, Sendable {
        /// The objects of exactly one entity.
        case objects(String)
        /// The rows of the join table that a relationship owns.
        case joinTable(ElementPath)
    }

    /// A value that each element of the extent has.
    package struct Member: Hashable, Sendable {
        /// The field.
        package let field: Field
        /// The type; identities, keys and order keys are `int64`.
        package let type: ScalarType
        /// Whether the value may be null.
        package let isNullable: Bool
        /// Whether the store computes the value from others.
        package let isDerived: Bool
        /// The entity of the objects that the value refers to, if it is a key, a source or a target.
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

    /// The owner of the extent.
    package let name: Name

    /// The values, with the identity or the source and target first.
    package let members: [Member]

    /// Creates an extent.
    package init(name: Name, members: [Member]) {
        self.name = name
        self.members = members
    }

    /// The member with a field, or `nil`.
    package func member(_ field: Field) -> Member? {
        members.first { $0.field == field }
    }
}
