/// A column of a table.
public struct Column: Hashable, Sendable {
    /// What a column's values are.
    public enum Origin: Hashable, Sendable {
        /// The row's identity: an integer, given once and never used again.
        case identity
        /// The values of an attribute.
        case attribute(String)
        /// The identities of the objects at the far end of a to-one relationship.
        case key(String)
        /// In a table of pairs: the object whose relationship owns the table.
        case source
        /// In a table of pairs: the object at the far end.
        case target
    }

    /// The column's name.
    public let name: String

    /// What the values are.
    public let origin: Origin

    /// The model's type of the values; identities and keys are `int64`.
    public let type: ScalarType

    /// Whether a row may have no value here.
    public let isNullable: Bool

    /// The table whose rows the values name, where they are keys.
    public let references: String?

    /// Creates a column.
    public init(name: String, origin: Origin, type: ScalarType, isNullable: Bool, references: String? = nil) {
        self.name = name
        self.origin = origin
        self.type = type
        self.isNullable = isNullable
        self.references = references
    }

    /// The name of every entity table's identity column.
    public static let identityName: String = "_id"
}
