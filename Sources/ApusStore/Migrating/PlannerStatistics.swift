import ApusSchema
import GRDB

/// What `ANALYZE` has found out about a store's tables. SQLite forgets it with a table that is dropped, and does not
/// follow one that is renamed; a migration changes neither rows nor indexes so much that it would not hold.
struct PlannerStatistics {
    private struct Source {
        let table: String
        let rows: [Row]
    }

    private let sources: [Source]

    /// Reads the statistics before a migration.
    init(_ db: Database) throws {
        self.sources = try ["sqlite_stat1", "sqlite_stat4"].filter { try db.tableExists($0) }.map { table in
            Source(table: table, rows: try Row.fetchAll(db, sql: "SELECT * FROM \(table)"))
        }
    }

    /// The steps that write them again, under the newer names of tables, if the migration took something away.
    func restoration(after strategies: [TableStrategy], _ db: Database) throws -> [MigrationStep] {
        let touched: [TableStrategy] = strategies.filter { $0.way == .rebuild || $0.older.map(\.name) != $0.table.name }
        guard !touched.isEmpty, !sources.isEmpty else { return [] }
        let names: Set<String> = try LiveCatalogue(db).names
        let moves: [String: String] = Dictionary(
            strategies.compactMap { strategy in strategy.older.map { ($0.name, strategy.table.name) } },
            uniquingKeysWith: { first, _ in first }
        )
        var statements: [SQLStatement] = []
        for source in sources {
            statements.append(SQLStatement("DELETE FROM \(source.table)"))
            for row in source.rows {
                var values: [DatabaseValue] = Array(row.databaseValues)
                let table: String? = String.fromDatabaseValue(values[0])
                let index: String? = String.fromDatabaseValue(values[1])
                guard let table, let now = moves[table] ?? (names.contains(table.folded) ? table : nil) else {
                    continue
                }
                let indexNow: String? = index.map { Self.index($0, of: table, renamed: now) }
                if let indexNow, indexNow != now, !names.contains(indexNow.folded) { continue }
                values[0] = now.databaseValue
                values[1] = indexNow.databaseValue
                let marks: String = values.map { _ in "?" }.joined(separator: ", ")
                statements.append(
                    SQLStatement(
                        "INSERT INTO \(source.table) VALUES (\(marks))",
                        values.map { StoredValue.fromDatabaseValue($0) ?? .null }
                    )
                )
            }
        }
        return statements.map { .restoreStatistics($0) }
    }

    /// An index's name after its table's renaming: a primary key's follows the table's.
    private static func index(_ name: String, of table: String, renamed now: String) -> String {
        if name == table { return now }
        let prefix: String = "sqlite_autoindex_"
        return name.hasPrefix("\(prefix)\(table)_") ? prefix + now + name.dropFirst(prefix.count + table.count) : name
    }
}
