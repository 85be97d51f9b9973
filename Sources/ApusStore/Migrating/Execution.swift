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
    private var rows: Int = 0

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
        let counts: [String: Int] = try countRows(strategies)
        rows = counts.values.reduce(0, +)
        let program = MigrationProgram(plan, on: live)
        for (number, step) in program.steps.enumerated() {
            tell(step, number, program.steps.count)
            try run(step, number, program.steps.count)
        }
        try check(strategies, counts: counts, hadPrograms: !live.programs.isEmpty)
    }

    private func tell(_ step: MigrationStep, _ number: Int, _ count: Int) {
        progress(
            MigrationProgress(title: step.title, stepsDone: number, steps: count, rowsDone: rowsDone, rows: rows))
    }

    private mutating func run(_ step: MigrationStep, _ number: Int, _ count: Int) throws {
        switch step.kind {
        case .once:
            try db.run(step.statement)
        case .replace(let table, let draft):
            try replace(table, by: draft)
        case .ranges(let table, let identity):
            let (name, key): (String, String) = (SQLText.name(table), SQLText.name(identity))
            let bounds: Row? = try Row.fetchOne(db, sql: "SELECT min(\(key)), max(\(key)), count(*) FROM \(name)")
            guard let bounds, let first: Int64 = bounds[0], let last: Int64 = bounds[1] else { return }
            let ranges = IdentityRanges(first: first, last: last, rows: bounds[2])
            for range in ranges {
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
                """, arguments: [table])
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
                db, sql: "SELECT count(*) FROM \(SQLText.name(older.name))")
        }
        return counts
    }
}

/// Ranges of identities that together hold all rows of a table, each of about as many rows.
struct IdentityRanges: Sequence, IteratorProtocol {
    private var next_: Int64?
    private let last: Int64
    private let width: Int64

    /// Rows a range: few enough to tell progress several times a second.
    private static let rowsPerRange: Int = 50_000

    init(first: Int64, last: Int64, rows: Int) {
        self.next_ = first
        self.last = last
        let parts = Int64(Swift.max(1, rows / Self.rowsPerRange))
        // The span may be wider than an integer can say.
        let span: Double = Double(last) - Double(first)
        let width: Double = span / Double(parts)
        self.width = width >= 9e18 ? .max : Swift.max(1, Int64(width.rounded(.up)))
    }

    mutating func next() -> ClosedRange<Int64>? {
        guard let start = next_, start <= last else { return nil }
        let (end, overflow) = start.addingReportingOverflow(width)
        let upper: Int64 = overflow || end > last ? last : end
        next_ = upper == .max ? nil : upper + 1
        return start...upper
    }
}
