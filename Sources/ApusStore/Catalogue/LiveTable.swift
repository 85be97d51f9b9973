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

    /// Reads a table.
    init(_ name: String, sql: String, _ db: Database) throws {
        self.name = name
        self.sql = sql
        self.columns = try Row.fetchAll(
            db,
            sql: "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)",
            arguments: [name]
        ).map { row in
            Column(
                name: try row.decode(atIndex: 0),
                type: try row.decode(atIndex: 1),
                isRequired: try row.decode(atIndex: 2),
                isPrimaryKey: try row.decode(Int.self, atIndex: 3) > 0,
                isGenerated: try row.decode(Int.self, atIndex: 4) > 1
            )
        }
        self.indexes = try Row.fetchAll(
            db,
            sql: """
                SELECT list.name, list."unique", list.partial, made.sql
                FROM pragma_index_list(?) AS list JOIN sqlite_schema AS made ON made.name = list.name
                WHERE list.origin = 'c' ORDER BY list.name
                """,
            arguments: [name]
        ).map { row in
            let index: String = try row.decode(atIndex: 0)
            let columns: [String?] = try Optional<String>.fetchAll(
                db,
                sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno",
                arguments: [index]
            )
            return Index(
                name: index,
                columns: columns,
                isUnique: try row.decode(atIndex: 1),
                isPartial: try row.decode(atIndex: 2),
                sql: try row.decode(atIndex: 3)
            )
        }
        self.foreignKeys = try Row.fetchAll(
            db,
            sql: "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?) ORDER BY \"from\"",
            arguments: [name]
        ).map { row in
            ForeignKey(
                column: try row.decode(atIndex: 0),
                table: try row.decode(atIndex: 1),
                target: try row.decode(atIndex: 2)
            )
        }
    }

    /// The column of that name.
    func column(_ name: String) -> Column? {
        columns.first { $0.name == name }
    }
}
