/// A column of a table.
public struct Column: Hashable, Sendable {
    /// The column's name.
    public let name: String

    /// The entity that declares what the values are: only objects of it, or of an entity below it, have any. Of a
    /// table of pairs, the entity that holds the relationship.
    public let owner: String

    /// What the values are.
    package let field: Field

    /// The model's type of the values; identities, keys and places are `int64`, the names of entities `string`.
    public let type: ScalarType

    /// Whether the table's text lets a row have no value here. It always does for a sub-entity's columns, the parts of
    /// an optional composite and what the store computes; ``Table/rules`` say which rows must have one all the same.
    public let isNullable: Bool

    /// The table whose rows the values name, where they are keys.
    public let references: String?

    /// The identity column of that table.
    public let farIdentity: String?

    /// Whether a value may be kept in a file beside the store: a blob is the value's bytes (of a text, in UTF-8), a
    /// text the name of a file in the store's folder of files.
    public let isExternal: Bool

    /// Whether the store computes the values, see ``Table/derivations``.
    public let isDerived: Bool

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

    /// The type of the column.
    public var storage: StorageType { isExternal ? .any : type.storage }

    /// The name of the identity column of tables whose entity says no other.
    public static let identityName: String = "_id"

    /// The name of the column that says which entity an object is of, where a table holds several.
    public static let entityName: String = "_entity"
}
