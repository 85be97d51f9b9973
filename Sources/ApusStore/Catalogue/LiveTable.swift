import GRDB

/// A table of a database file, as SQLite reports it.
struct LiveTable {
    /// A column.
    struct Column: Hashable {
        let name: String
        let type: String
        let isRequired: Bool
        let isPrimaryKey: Bool
        let isGenerated: Bool
    }

    /// An index created by `CREATE INDEX` rather than by a constraint.
    struct Index: Hashable {
        let name: String
        /// The columns; `nil` for an expression.
        let columns: [String?]
        let isUnique: Bool
        let isPartial: Bool
        let sql: String
    }

    /// A foreign key with one column.
    struct ForeignKey: Hashable {
        let column: String
        let table: String
        let target: String?
    }

    /// The name.
    let name: String
    /// The `CREATE TABLE` statement, as later alterations changed it.
    let sql: String
    /// The columns in order.
    let columns: [Column]
    /// The indexes.
    let indexes: [Index]
    /// The foreign keys.
    let foreignKeys: [ForeignKey]
    /// The indexes by their definitions, Apus' own rather than an equal one that was added by hand.
    let indexesByKey: [IndexKey: Index]
    /// The columns that migrations left for later. They are none of the ``columns``: nothing reads or writes them.
    let leftColumns: [Column]
    private let columnsByName: [String: Column]

    init(
        name: String,
        sql: String,
        columns: [Column],
        indexes: [Index],
        foreignKeys: [ForeignKey],
        leftColumns: [Column] = []
    ) {
        self.name = name
        self.sql = sql
        self.leftColumns = leftColumns
        self.columns = columns
        self.indexes = indexes
        self.foreignKeys = foreignKeys
        indexesByKey = Dictionary(indexes.map { ($0.key, $0) }) { first, other in
            StoreFormat.isOwnIndex(first.name) ? first : StoreFormat.isOwnIndex(other.name) ? other : first
        }
        columnsByName = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The column with a name.
    func column(_ name: String) -> Column? { columnsByName[name] }
}
