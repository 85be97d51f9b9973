/// A column of a table.
package struct Column: Hashable, Sendable {
    /// The column's name.
    package let name: String

    /// The entity that declares the column's field. Only objects of the entity and of its sub-entities have values.
    /// In a join table, it is the entity that holds the relationship.
    package let owner: String

    /// The meaning of the values.
    package let field: Field

    /// The model's type of the values; identities, keys and order keys are `int64`, entity names are `string`.
    package let type: ScalarType

    /// Whether the table's definition allows null. It always does for the columns of a sub-entity, the parts of an
    /// optional composite, and derived columns; ``Table/rules`` state which rows require a value nonetheless.
    package let isNullable: Bool

    /// The table that the values refer to, if they are keys.
    package let references: String?

    /// The identity column of the referenced table.
    package let farIdentity: String?

    /// Whether a value may be stored in an external file. A blob contains the value's bytes (UTF-8 for a string); a
    /// text is the name of a file in the store's folder of external files.
    package let isExternal: Bool

    /// Whether the store computes the values; see ``Table/derivations``.
    package let isDerived: Bool

    /// Creates a column.
    package init(
        name: String,
        owner: String,
        field: Field,
        type: ScalarType,
        isNullable: Bool,
        references: String? = nil,
        farIdentity: String? = nil,
        isExternal: Bool = false,
        isDerived: Bool = false
    ) {
        self.name = name
        self.owner = owner
        self.field = field
        self.type = type
        self.isNullable = isNullable
        self.references = references
        self.farIdentity = farIdentity ?? references.map { _ in Self.identityName }
        self.isExternal = isExternal
        self.isDerived = isDerived
    }

    /// The storage type of the column.
    package var storage: StorageType { isExternal ? .any : type.storage }

    /// The default name of the identity column.
    package static let identityName: String = "_id"

    /// The name of the column for an object's entity, in a table of several entities.
    package static let entityName: String = "_entity"
}

extension Column {
    /// Whether it holds the key of a relationship.
    package var isKey: Bool { if case .key = field { true } else { false } }

    /// The column as it is before all rows have a value.
    package var optional: Column {
        Column(
            name: name,
            owner: owner,
            field: field,
            type: type,
            isNullable: true,
            references: references,
            farIdentity: farIdentity,
            isExternal: isExternal,
            isDerived: isDerived
        )
    }
}
