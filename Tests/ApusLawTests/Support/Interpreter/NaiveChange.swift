import ApusSchema

/// One change of a stage, as something that is done to the rows of a dump.
enum NaiveChange {
    /// A table and its rows go.
    case removeTable(String)
    /// A column and its values go.
    case removeColumn(table: String, column: String)
    /// All tables and columns get their newer names, at once, so that swaps work.
    case rename(tables: [String: String], columns: [String: [String: String]])
    /// A table without rows comes.
    case addTable(String)
    /// A column comes, with one value in all rows.
    case addColumn(table: String, column: String, value: StoredValue)
    /// A column's values become ones of a wider type.
    case convert(table: String, column: String, to: ScalarType)
    /// A column's nulls become a value.
    case fill(table: String, column: String, value: StoredValue)

    /// Does the change. Before the renaming a table and a column have their older names, afterwards their newer ones.
    func apply(to dump: inout Dump) {
        switch self {
        case .removeTable(let table):
            dump.tables[table] = nil
        case .removeColumn(let table, let column):
            dump.tables[table] = dump.tables[table]?.mapValues { row in row.filter { $0.key != column } }
        case .rename(let tables, let columns):
            var renamed: [String: [RowKey: Dump.Row]] = [:]
            for (table, rows) in dump.tables {
                let names: [String: String] = columns[table] ?? [:]
                renamed[tables[table] ?? table] = rows.mapValues { row in
                    Dictionary(uniqueKeysWithValues: row.map { (names[$0.key] ?? $0.key, $0.value) })
                }
            }
            dump.tables = renamed
        case .addTable(let table):
            dump.tables[table] = [:]
        case .addColumn(let table, let column, let value):
            dump.tables[table] = dump.tables[table]?.mapValues { $0.merging([column: value]) { _, new in new } }
        case .convert(let table, let column, let type):
            change(column, of: table, in: &dump) { NaiveConversion.convert($0, to: type) }
        case .fill(let table, let column, let value):
            change(column, of: table, in: &dump) { $0 == .null ? value : $0 }
        }
    }

    private func change(
        _ column: String,
        of table: String,
        in dump: inout Dump,
        _ body: (StoredValue) -> StoredValue
    ) {
        dump.tables[table] = dump.tables[table]?.mapValues { row in
            var row: Dump.Row = row
            row[column] = row[column].map(body)
            return row
        }
    }
}
