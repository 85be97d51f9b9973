import ApusSchema
import GRDB

/// The statistics that `ANALYZE` collected. SQLite removes them when a table is dropped, and does not rename them with
/// the table. They stay valid enough, because a migration hardly changes the distribution of values.
struct PlannerStatistics {
    private struct Source {
        let table: String
        let rows: [Row]
    }

    /// SQLite's tables of statistics; a build of SQLite may lack the second one.
    static let tables: [String] = ["sqlite_stat1", "sqlite_stat4"]

    private let sources: [Source]

    /// Reads the statistics before a migration.
    init(_ db: Database) throws {
        self.sources = try Self.tables.filter { try db.tableExists($0) }.map { table in
            Source(table: table, rows: try Row.fetchAll(db, sql: "SELECT * FROM \(table)"))
        }
    }

    /// The steps that restore the statistics under the newer names of tables, if the migration removed any.
    func restoration(after strategies: [TableStrategy], _ db: Database) throws -> [MigrationStep] {
        let touched = strategies.filter {
            $0.way == .rebuild || $0.way == .append || $0.older.map(\.name) != $0.table.name
        }
        guard !touched.isEmpty, !sources.isEmpty else { return [] }
        let names = try LiveCatalogue(db).names
        let moves = Dictionary(
            strategies.compactMap { strategy in strategy.older.map { ($0.name, strategy.table.name) } },
            uniquingKeysWith: { first, _ in first }
        )
        var statements: [SQLStatement] = []
        for source in sources {
            statements.append(SQLStatement("DELETE FROM \(source.table)"))
            for row in source.rows {
                var values = Array(row.databaseValues)
                let table = String.fromDatabaseValue(values[0])
                let index = String.fromDatabaseValue(values[1])
                guard let table, let now = moves[table] ?? (names.contains(table.folded) ? table : nil) else {
                    continue
                }
                let indexNow: String? = index.map { Self.index($0, of: table, renamed: now) }
                if let indexNow, indexNow != now, !names.contains(indexNow.folded) { continue }
                values[0] = now.databaseValue
                values[1] = indexNow.databaseValue
                let marks = values.map { _ in "?" }.joined(separator: ", ")
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

    /// An index's name after its table was renamed: the name of a primary key's index includes the table's.
    private static func index(_ name: String, of table: String, renamed now: String) -> String {
        if name == table { return now }
        let prefix = "sqlite_autoindex_"
        return name.hasPrefix("\(prefix)\(table)_") ? prefix + now + name.dropFirst(prefix.count + table.count) : name
    }
}
