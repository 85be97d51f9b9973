public import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// A statement that a migration executes.
public struct MigrationStatement: Hashable, Sendable {
    /// A short description.
    public let title: String

    /// The exact SQL, with a `?` for each bound value.
    public let sql: String

    /// The bound values, in order: as SQL, or as a description if only the migration itself knows the value.
    public let values: [String]
}

extension Migrator {
    /// Returns the statements that a store's migration would execute, in order, without those that only read.
    ///
    /// The statements are observed while the migration runs on an empty copy of the store's tables in memory. A copy of
    /// rows in ranges is listed once; its last two values are the first and last identity of a range.
    ///
    /// - Parameter url: The store.
    /// - Returns: The statements, from `BEGIN` to `COMMIT`; none if the store already has the target's schema.
    /// - Throws: `StoreError`, as ``plan(_:)`` does.
    public func statements(_ url: URL) throws(StoreError) -> [MigrationStatement] {
        let file = StoreFile(url)
        return try inspecting(file) { plan, _, db in
            try statements(of: plan, path: file.path) { try EmptyCopy(of: db).make(in: $0) }
        }
    }

    /// Returns the statements that would migrate a newly created store.
    ///
    /// - Parameter source: The state of the store.
    /// - Returns: The statements, from `BEGIN` to `COMMIT`; none if the state already is the target.
    /// - Throws: `StoreError`.
    public func statements(from source: StoreState) throws(StoreError) -> [MigrationStatement] {
        let path = "\(source.schema.model) \(source.point)"
        return try StoreError.wrapping(path) {
            try statements(of: planner.plan(from: source, to: target), path: path) { db in
                for statement in StoreFormat.statements + source.layout.statements { try db.run(statement) }
            }
        }
    }

    private func statements(
        of plan: Plan,
        path: String,
        preparing prepare: (Database) throws -> Void
    ) throws -> [MigrationStatement] {
        if plan.isEmpty { return [] }
        let values = generatedValues(StoreFile(URL(fileURLWithPath: path)))
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { SQLiteFunctions.add(to: $0) }
        let database = try DatabaseQueue(configuration: configuration)
        defer { try? database.close() }
        return try database.writeWithoutTransaction { db in
            try db.acceptingStringsInDoubleQuotes { try prepare(db) }
            var found: [MigrationStatement] = [
                MigrationStatement("begin the transaction", "BEGIN IMMEDIATE TRANSACTION")
            ]
            try db.inTransaction(.immediate) {
                var execution = try Execution(
                    db: db,
                    path: path,
                    plan: plan,
                    values: values,
                    rule: rule,
                    progress: { _ in },
                    observer: { found.append(MigrationStatement($0, $1, at: values.moment)) }
                )
                try execution.run()
                try execution.perform(record(of: plan, generation: 0, rows: 0, seconds: 0))
                return .rollback
            }
            return found + [MigrationStatement("commit", "COMMIT TRANSACTION")]
        }
    }
}

extension MigrationStatement {
    fileprivate init(_ title: String, _ sql: String) {
        self.init(title: title, sql: sql, values: [])
    }

    fileprivate init(_ step: MigrationStep, _ statement: SQLStatement, at moment: StoredValue) {
        title = step.title
        sql = statement.sql
        let values: [String] = statement.arguments.map { $0 == moment ? "the moment of the migration" : $0.text }
        self.values =
            switch step.work {
            // The log entry's values are known only after the migration.
            case .once where step.isDescription: []
            case .inRanges: values + ["the first identity of a range", "its last identity"]
            default: values
            }
    }
}

extension MigrationStep {
    fileprivate var isDescription: Bool {
        if case .describeStore = self { true } else { false }
    }
}

extension StoredValue {
    /// The value as SQL, for display.
    fileprivate var text: String {
        if case .real(let number) = self { "\(number)" } else { SQLText.literal(self) ?? "\(self)" }
    }
}

/// A store's tables, indexes, triggers and views in a database without rows.
private struct EmptyCopy {
    private let statements: [String]
    private let virtualTables: [String]
    private let version: Int
    private let statistics: [(table: String, rows: [Row])]

    /// Reads a store's catalogue and statistics.
    init(of db: Database) throws {
        let shadows = try Set(
            String.fetchAll(db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'")
        )
        let rows: [Row] = try Row.fetchAll(
            db,
            sql: """
                SELECT name, sql, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_schema WHERE sql IS NOT NULL
                ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, rowid
                """
        )
        var (statements, virtualTables): ([String], [String]) = ([], [])
        for row in rows {
            let name: String = try row.decode(atIndex: 0)
            if name.hasPrefix("sqlite_") || shadows.contains(name) { continue }
            let sql: String = try row.decode(atIndex: 1)
            if try row.decode(atIndex: 2) { virtualTables.append(sql) } else { statements.append(sql) }
        }
        self.statements = statements
        self.virtualTables = virtualTables
        version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        statistics = try ["sqlite_stat1", "sqlite_stat4"].filter { try db.tableExists($0) }.map { table in
            (table, try Row.fetchAll(db, sql: "SELECT * FROM \(table)"))
        }
    }

    /// Creates the copy.
    func make(in db: Database) throws {
        // The module of a virtual table may be available only in the app; a migration does not touch such tables.
        for sql in virtualTables { try? db.execute(sql: sql) }
        for sql in statements { try db.execute(sql: sql) }
        if !statistics.isEmpty { try db.execute(sql: "ANALYZE sqlite_schema") }
        for (table, rows) in statistics {
            for row in rows {
                let marks: String = row.map { _ in "?" }.joined(separator: ", ")
                try db.execute(
                    sql: "INSERT INTO \(table) VALUES (\(marks))",
                    arguments: StatementArguments(row.databaseValues)
                )
            }
        }
        // Catalogue edits increment the store's version.
        try db.execute(sql: "PRAGMA schema_version = \(version)")
    }
}
