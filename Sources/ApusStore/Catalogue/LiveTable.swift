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

    /// The column with a name.
    func column(_ name: String) -> Column? {
        columns.first { $0.name == name }
    }
}
