/// A table of a store.
public struct Table: Hashable, Sendable {
    /// What a table's rows are.
    public enum Origin: Hashable, Sendable {
        /// The objects of an entity.
        case entity(String)
        /// The pairs of a relationship without a key of its own: which object is related to which.
        case link(ElementPath)

        /// The rows as an extent's, as migrations speak of them.
        public var extent: Extent.Name {
            switch self {
            case .entity(let name): .objects(name)
            case .link(let path): .pairs(path)
            }
        }
    }

    /// An index; a name is given when it is made, and its columns are its identity.
    public struct Index: Hashable, Sendable {
        /// The columns, most significant first.
        public let columns: [String]
        /// Whether no two rows may agree in all columns.
        public let isUnique: Bool

        /// Creates an index.
        public init(_ columns: [String], isUnique: Bool = false) {
            self.columns = columns
            self.isUnique = isUnique
        }
    }

    /// The table's name.
    public let name: String

    /// What the rows are.
    public let origin: Origin

    /// The columns, the identity's or the pair's first.
    public let columns: [Column]

    /// The indexes besides the primary key.
    public let indexes: [Index]

    /// Creates a table.
    public init(name: String, origin: Origin, columns: [Column], indexes: [Index]) {
        self.name = name
        self.origin = origin
        self.columns = columns
        self.indexes = indexes
    }

    /// The column of that name, or `nil`.
    public func column(_ name: String) -> Column? {
        columns.first { $0.name == name }
    }

    /// The column that holds the values of a field, or `nil`.
    public func column(of field: Field) -> Column? {
        columns.first { $0.field == field }
    }

    /// Whether the rows are pairs.
    public var isLink: Bool {
        if case .link = origin { true } else { false }
    }
}
