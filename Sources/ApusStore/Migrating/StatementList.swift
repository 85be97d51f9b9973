public import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// A statement that a migration executes.
public struct MigrationStatement: Hashable, Sendable {
    /// What it does, in a few words.
    public let title: String

    /// The text, word for word, with a `?` for each value that is bound.
    public let sql: String

    /// The values that are bound, in order: as SQL, or what they are if only the migration itself can tell.
    public let values: [String]
}

extension Migrator {
    /// The statements that a store's migration would execute, in order, without those that only read.
    ///
    /// They are not predicted but observed: the migration runs on an empty copy of the store's tables in memory. A copy of
    /// rows that is made in ranges is listed once; its last two values are a range's first and last identity.
    ///
    /// - Parameter url: The store.
    /// - Returns: The statements, from `BEGIN` to `COMMIT`; none if the store holds the target already.
    /// - Throws: `StoreError`, as ``plan(_:)`` does.
    public func statements(_ url: URL) throws(StoreError) -> [MigrationStatement] {
        let file = StoreFile(url)
        return try looking(at: file) { plan, _, db in
            try statements(of: plan, path: file.path) { try EmptyCopy(of: db).make(in: $0) }
        }
    }

    /// The statements that would migrate a store that has just been created.
    ///
    /// - Parameter source: What the store holds.
    /// - Returns: The statements, from `BEGIN` to `COMMIT`; none if it holds the target already.
    /// - Throws: `StoreError`.
    public func statements(from source: StoreState) throws(StoreError) -> [MigrationStatement] {
        let path: String = "\(source.schema.model) \(source.point)"
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
        let values: GeneratedValues = generatedValues(StoreFile(URL(fileURLWithPath: path)))
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
            // What the log says of the work is known when it is done.
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
    /// The value as SQL, for people.
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

    /// Reads what a store has.
    init(of db: Database) throws {
        let shadows: Set<String> = try Set(
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

    /// Makes the copy.
    func make(in db: Database) throws {
        // A module that only the app has is missing here, and a migration touches no table of it.
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
        // Its edits count on from the store's number.
        try db.execute(sql: "PRAGMA schema_version = \(version)")
    }
}
