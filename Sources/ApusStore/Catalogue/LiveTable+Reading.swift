import GRDB

extension LiveTable {
    /// Reads several tables, with a fixed number of statements.
    ///
    /// - Parameters:
    ///   - texts: The `CREATE TABLE` statements by the tables' names.
    ///   - db: The database.
    /// - Returns: The tables by name.
    /// - Throws: `DatabaseError`.
    static func tables(_ texts: [String: String], _ db: Database) throws -> [String: LiveTable] {
        let columns = try read(
            "SELECT t.name, x.name, x.type, x.\"notnull\", x.pk, x.hidden FROM tables AS t, pragma_table_xinfo(t.name) AS x",
            db
        ) { row in
            Column(
                name: try row.decode(atIndex: 1),
                type: try row.decode(atIndex: 2),
                isRequired: try row.decode(atIndex: 3),
                isPrimaryKey: try row.decode(Int.self, atIndex: 4) > 0,
                isGenerated: try row.decode(Int.self, atIndex: 5) > 1
            )
        }
        let elements: [String: [String?]] = try read(
            """
            SELECT i.name, x.name FROM tables AS t, pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS x
            WHERE i.origin = 'c' ORDER BY i.name, x.seqno
            """,
            db
        ) { row in try row.decode(atIndex: 1) }
        let indexes = try read(
            """
            SELECT t.name, i.name, i."unique", i.partial, made.sql
            FROM tables AS t, pragma_index_list(t.name) AS i JOIN sqlite_schema AS made ON made.name = i.name
            WHERE i.origin = 'c' ORDER BY t.name, i.name
            """,
            db
        ) { row in
            let name: String = try row.decode(atIndex: 1)
            return Index(
                name: name,
                columns: elements[name] ?? [],
                isUnique: try row.decode(atIndex: 2),
                isPartial: try row.decode(atIndex: 3),
                sql: try row.decode(atIndex: 4)
            )
        }
        let keys = try read(
            """
            SELECT t.name, k."from", k."table", k."to" FROM tables AS t, pragma_foreign_key_list(t.name) AS k
            ORDER BY t.name, k."from"
            """,
            db
        ) { row in
            ForeignKey(
                column: try row.decode(atIndex: 1),
                table: try row.decode(atIndex: 2),
                target: try row.decode(atIndex: 3)
            )
        }
        return texts.reduce(into: [:]) { tables, text in
            tables[text.key] = LiveTable(
                name: text.key,
                sql: text.value,
                columns: columns[text.key] ?? [],
                indexes: indexes[text.key] ?? [],
                foreignKeys: keys[text.key] ?? []
            )
        }
    }

    /// The results of a statement over all tables, grouped by the name in the first column.
    private static func read<Value>(
        _ sql: String,
        _ db: Database,
        _ value: (Row) throws -> Value
    ) throws -> [String: [Value]] {
        // Virtual tables are left out because their module may not be available.
        let tables =
            "WITH tables (name) AS (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table') "
        let rows: RowCursor = try Row.fetchCursor(db.cachedStatement(sql: tables + sql))
        var values: [String: [Value]] = [:]
        while let row = try rows.next() {
            values[try row.decode(atIndex: 0), default: []].append(try value(row))
        }
        return values
    }
}
