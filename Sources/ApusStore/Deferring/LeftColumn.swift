import ApusMigration
import ApusSchema
import GRDB

/// A column that a migration left for later instead of dropping it: its values are still there, under a name that no model can have, and
/// nothing reads them.
enum LeftColumn {
    private static let prefix = "apus_dropped_"

    /// The reserved name of the column with a number.
    static func name(_ number: Int) -> String { "\(prefix)\(number)" }

    /// The number of the column with a reserved name; `nil` if the name is another one.
    static func number(of name: String) -> Int? {
        guard name.hasPrefix(prefix) else { return nil }
        let number = Int(name.dropFirst(prefix.count))
        // Apus writes neither a sign nor leading zeros.
        return number.flatMap { $0 > 0 && $0 < .max && self.name($0) == name ? $0 : nil }
    }
}

extension LiveTable {
    /// The table, in whose columns those are left out that migrations left for later.
    var settingLeftColumnsApart: LiveTable {
        let left = columns.filter { LeftColumn.number(of: $0.name) != nil }
        if left.isEmpty { return self }
        return LiveTable(
            name: name,
            sql: sql,
            columns: columns.filter { LeftColumn.number(of: $0.name) == nil },
            indexes: indexes,
            foreignKeys: foreignKeys,
            leftColumns: left
        )
    }
}

extension LiveCatalogue {
    /// The columns that migrations left for later, with their tables, in the order of their numbers.
    var leftColumns: [(table: String, column: LiveTable.Column)] {
        tables.values.flatMap { table in table.leftColumns.map { (table.name, $0) } }
            .sorted { (LeftColumn.number(of: $0.1.name) ?? 0) < (LeftColumn.number(of: $1.1.name) ?? 0) }
    }

    /// Those of the models' tables: a column of a table that was added by hand is none of Apus', whatever its name.
    func leftColumns(in db: Database, path: String) -> [(table: String, column: LiveTable.Column)] {
        if leftColumns.isEmpty { return [] }
        // If a model cannot be read, its tables are not known.
        guard let models = try? StoreDescription.readAll(db, path: path) else { return leftColumns }
        return leftColumns.filter { left in models.contains { $0.state.layout.table(left.table) != nil } }
    }

    /// The number of the next column that is left for later. No two columns of a file have the same one.
    var nextLeft: Int { 1 + (leftColumns.last.flatMap { LeftColumn.number(of: $0.column.name) } ?? 0) }
}
