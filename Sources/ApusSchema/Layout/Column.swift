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
    /// text is the name of a file in the store's folder of external files. Of an encrypted column, both are the encrypted bytes.
    package let isExternal: Bool

    /// Whether the store computes the values; see ``Table/derivations``.
    package let isDerived: Bool

    /// How the values are sealed; `nil` if they are stored as they are. Null stays null.
    package let seal: Seal?

    /// What the values are lookups of; `nil` for all other columns.
    package let lookup: Lookup?

    /// The encryption of a column's values.
    package struct Seal: Hashable, Sendable {
        /// The name of the key.
        package let key: String
        /// What the values are, besides the object that has them: the root entity and the path of the attribute. A value that is
        /// moved to another attribute or object cannot be opened there.
        ///
        /// A property that moves up or down its hierarchy keeps its subject. One that is renamed, or whose root entity is, gets
        /// another one, so that its values are sealed again.
        package let subject: String

        /// Creates the encryption of an attribute.
        package init(key: String, root: String, path: [String]) {
            self.init(key: key, subject: "\(root)/\(path.joined(separator: "."))")
        }

        /// Creates the encryption of a subject.
        package init(key: String, subject: String) {
            self.key = key
            self.subject = subject
        }
    }

    /// The encrypted values whose lookups a column has: bytes that are equal if and only if the values are.
    package struct Lookup: Hashable, Sendable {
        /// The model. Each has a secret of its own for the lookups of a key.
        package let model: String
        /// The encryption of the values.
        package let seal: Seal
        /// The storage type that the values would have without encryption.
        package let storage: StorageType

        /// Creates the description of a column of lookups.
        package init(model: String, seal: Seal, storage: StorageType) {
            (self.model, self.seal, self.storage) = (model, seal, storage)
        }
    }

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
        isDerived: Bool = false,
        seal: Seal? = nil,
        lookup: Lookup? = nil
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
        self.seal = seal
        self.lookup = lookup
    }

    /// The storage type of the column.
    package var storage: StorageType { isExternal ? .any : seal != nil ? .blob : type.storage }

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
            isDerived: isDerived,
            seal: seal,
            lookup: lookup
        )
    }
}
