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

    /// An index that a statement made, rather than a constraint.
    struct Index: Hashable {
        let name: String
        /// The columns; `nil` stands for an expression.
        let columns: [String?]
        let isUnique: Bool
        let isPartial: Bool
        let sql: String
    }

    /// A foreign key of one column.
    struct ForeignKey: Hashable {
        let column: String
        let table: String
        let target: String?
    }

    /// The name.
    let name: String
    /// The text that made it, as later alterations changed it.
    let sql: String
    /// The columns in order.
    let columns: [Column]
    /// The indexes.
    let indexes: [Index]
    /// The foreign keys.
    let foreignKeys: [ForeignKey]

    /// The column of that name.
    func column(_ name: String) -> Column? {
        columns.first { $0.name == name }
    }
}
