import ApusMigration
import ApusSchema
import GRDB

/// One plan being carried out in a transaction: looks first, does the steps, checks the result.
struct Execution {
    let db: Database
    let path: String
    let plan: Plan
    let progress: (MigrationProgress) -> Void
    private(set) var rowsDone: Int = 0
    private var counts: [String: Int] = [:]

    init(db: Database, path: String, plan: Plan, progress: @escaping (MigrationProgress) -> Void) {
        self.db = db
        self.path = path
        self.plan = plan
        self.progress = progress
    }

    /// Carries the plan out.
    ///
    /// - Throws: `StoreError` or `DatabaseError`; the caller rolls back.
    mutating func run() throws {
        let (strategies, dropped): ([TableStrategy], [Table]) = plan.projection.strategies
        let live = try LiveCatalogue(db)
        try look(at: live, strategies, dropped)
        let programs = try ProgramCheck(db, path: path, live.programs)
        let statistics = try PlannerStatistics(db)
        counts = try countRows(strategies)
        let program = MigrationProgram(plan, on: live)
        for (number, step) in program.steps.enumerated() {
            tell(step, number, program.steps.count)
            try run(step, number, program.steps.count)
        }
        try statistics.restore(after: strategies, db)
        try check(strategies, counts: counts)
        try programs.checkAgain(db)
    }

    private func tell(_ step: MigrationStep, _ number: Int, _ count: Int) {
        progress(
            MigrationProgress(
                title: step.title,
                stepsDone: number,
                steps: count,
                rowsDone: rowsDone,
                rows: counts.values.reduce(0, +)
            )
        )
    }

    private mutating func run(_ step: MigrationStep, _ number: Int, _ count: Int) throws {
        do {
            try carryOut(step, number, count)
        } catch let error as DatabaseError where error.message?.hasPrefix("error in ") == true {
            // What `ALTER TABLE` says of a view, a trigger or an index that the alteration would break.
            throw StoreError.brokenProgram(path, isBefore: false, message: error.message ?? "")
        }
    }

    private mutating func carryOut(_ step: MigrationStep, _ number: Int, _ count: Int) throws {
        switch step.kind {
        case .once:
            try db.run(step.statement)
        case .replace(let table, let draft):
            try replace(table, by: draft)
        case .ranges(let table, let identity):
            let (name, key): (String, String) = (SQLText.name(table), SQLText.name(identity))
            let first: Int64? = try Int64.fetchOne(db, sql: "SELECT min(\(key)) FROM \(name)")
            let last: Int64? = try Int64.fetchOne(db, sql: "SELECT max(\(key)) FROM \(name)")
            guard let first, let last else { return }
            for range in IdentityRanges(first: first, last: last, rows: counts[table] ?? 1) {
                let bound: [StoredValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
                try db.run(SQLStatement(step.statement.sql, step.statement.arguments + bound))
                rowsDone += db.changesCount
                tell(step, number, count)
            }
        }
    }

    /// Puts a rebuilt table in the old one's place, with all that hung on it.
    private func replace(_ table: String, by draft: String) throws {
        let objects: [String] = try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger')
                AND sql IS NOT NULL ORDER BY type, name
                """,
            arguments: [table]
        )
        try db.execute(sql: "DROP TABLE \(SQLText.name(table))")
        // Otherwise the renaming would look through all views and triggers, which miss the table just now.
        try db.execute(sql: "PRAGMA legacy_alter_table = ON")
        try db.execute(sql: "ALTER TABLE \(SQLText.name(draft)) RENAME TO \(SQLText.name(table))")
        try db.execute(sql: "PRAGMA legacy_alter_table = OFF")
        for sql in objects { try db.execute(sql: sql) }
    }

    /// The rows of each table that is rebuilt, by the newer name: they are copied, and must all be there afterwards.
    private func countRows(_ strategies: [TableStrategy]) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for strategy in strategies where strategy.way == .rebuild {
            guard let older = strategy.older else { continue }
            counts[strategy.table.name] = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM \(SQLText.name(older.name))"
            )
        }
        return counts
    }
}
