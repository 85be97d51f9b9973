/// A column of a table.
public struct Column: Hashable, Sendable {
    /// The column's name.
    public let name: String

    /// What the values are.
    public let field: Field

    /// The model's type of the values; identities and keys are `int64`.
    public let type: ScalarType

    /// Whether a row may have no value here.
    public let isNullable: Bool

    /// The table whose rows the values name, where they are keys.
    public let references: String?

    /// Creates a column.
    public init(name: String, field: Field, type: ScalarType, isNullable: Bool, references: String? = nil) {
        self.name = name
        self.field = field
        self.type = type
        self.isNullable = isNullable
        self.references = references
    }

    /// The name of every entity table's identity column.
    public static let identityName: String = "_id"
}
