import ApusMigration
import ApusSchema
import GRDB

/// One plan being carried out in a transaction: looks first, does the steps, checks the result; pass after pass.
struct Execution {
    let db: Database
    let path: String
    let plan: Plan
    let values: GeneratedValues
    let progress: (MigrationProgress) -> Void
    /// The plan's passes over the store's tables.
    let passes: [TablePass]
    /// Done when all has been looked at and nothing is written yet.
    private let beforeWriting: () throws -> Void
    private(set) var rowsDone: Int = 0
    /// The values that break a rule which was none before.
    private(set) var brokenRules: [Verification.BadValues] = []
    /// The rows that are to be copied in all passes so far.
    private var rowsToCopy: Int = 0
    /// The rows of the older tables that a pass reads.
    private var rows: [String: Int] = [:]

    /// The store's catalogue as the migration finds it.
    private let live: LiveCatalogue

    init(
        db: Database,
        path: String,
        plan: Plan,
        values: GeneratedValues,
        rule: TableStrategy.Rule,
        progress: @escaping (MigrationProgress) -> Void,
        beforeWriting: @escaping () throws -> Void = {}
    ) throws {
        live = try LiveCatalogue(db)
        passes = try TablePass.passes(of: plan, rule: rule, over: live, db)
        self.beforeWriting = beforeWriting
        self.db = db
        self.path = path
        self.plan = plan
        self.values = values
        self.progress = progress
    }

    /// Carries the plan out.
    ///
    /// - Throws: `StoreError` or `DatabaseError`; the caller rolls back.
    mutating func run() throws {
        guard try Int.fetchOne(db, sql: "PRAGMA foreign_keys") == 0 else {
            throw StoreError(path, .failedCheck("foreign keys could not be switched off"))
        }
        let look = StoreLook(db: db, path: path, values: values)
        try look.look(at: live, as: plan.source.schema)
        if let first = passes.first {
            try look.look(at: live, first)
            if passes.count == 1 { brokenRules = try TightenedRules(first, values, isFirst: true).broken(in: db) }
        }
        try beforeWriting()
        let programs = try ProgramCheck(db, path: path, live.addedPrograms)
        let keys = try AddedKeys(db, path: path, live, passes)
        let own = OwnPrograms(db: db, now: SQLStatement("?", [values.moment]))
        try own.dropTriggers(live)
        for (number, pass) in passes.enumerated() {
            // What a later pass begins with is there only now.
            let live: LiveCatalogue = try number == 0 ? live : LiveCatalogue(db)
            if number > 0 {
                try look.look(at: live, pass)
                if number == passes.count - 1 {
                    brokenRules = try TightenedRules(pass, values, isFirst: false).broken(in: db)
                }
            }
            try run(pass, on: live, own)
        }
        try own.makeTriggers(of: Layout(plan.target.schema))
        try programs.checkAgain(db)
        try keys.checkAgain(db)
    }

    private mutating func run(_ pass: TablePass, on live: LiveCatalogue, _ own: OwnPrograms) throws {
        try own.dropTables(before: pass)
        let strategies: [TableStrategy] = pass.strategies.tables
        let statistics = try PlannerStatistics(db)
        let program = MigrationProgram(pass, values, on: live)
        let counts: [String: Int] = try countRows(strategies, pass)
        let copied: Set<String> = Set(strategies.filter(\.copiesRows).map(\.table.name))
        rowsToCopy += counts.filter { copied.contains($0.key) }.values.reduce(0, +)
        for function in program.expressions.functions { function.add(to: db) }
        for (number, step) in program.steps.enumerated() {
            tell(step, number, program.steps.count)
            try run(step, number, program.steps.count)
        }
        try statistics.restore(after: strategies, db)
        try own.fill(after: pass)
        try check(pass, counts: counts)
    }

    private func tell(_ step: MigrationStep, _ number: Int, _ count: Int) {
        progress(
            MigrationProgress(
                title: step.title,
                stepsDone: number,
                steps: count,
                rowsDone: rowsDone,
                rows: rowsToCopy
            )
        )
    }

    private mutating func run(_ step: MigrationStep, _ number: Int, _ count: Int) throws {
        do {
            try carryOut(step, number, count)
        } catch let error as DatabaseError where error.message?.hasPrefix("error in ") == true {
            // What `ALTER TABLE` says of a view, a trigger or an index that the alteration would break.
            throw StoreError(path, ofProgram: error, isBefore: false)
        }
    }

    private mutating func carryOut(_ step: MigrationStep, _ number: Int, _ count: Int) throws {
        switch step.kind {
        case .once where step.statement.sql.hasPrefix("ALTER TABLE "):
            try db.acceptingStringsInDoubleQuotes { try db.run(step.statement) }
        case .once:
            try db.run(step.statement)
        case .copy:
            try db.run(step.statement)
            rowsDone += db.changesCount
            tell(step, number, count)
        case .unobserved(let table):
            try db.withoutTriggers(of: table) { try db.run(step.statement) }
            rowsDone += db.changesCount
        case .edit(let table, let edits):
            try CatalogueWriting(db: db, path: path).edit(table, edits)
        case .replace(let table, let draft, let sample):
            if let difference = try sample?.difference(db) { throw StoreError(path, .failedCheck(difference)) }
            try db.acceptingStringsInDoubleQuotes { try replace(table, by: draft) }
        case .ranges(let table, let identity):
            guard let ends = try db.ends(of: identity, in: table) else { return }
            for range in IdentityRanges(first: ends.first, last: ends.last, rows: rows[table] ?? 1) {
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
                AND sql IS NOT NULL ORDER BY type, rowid
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

    /// The rows that each table will have whose rows are copied, or written in place while none goes: they must all be
    /// there afterwards.
    private mutating func countRows(_ strategies: [TableStrategy], _ pass: TablePass) throws -> [String: Int] {
        rows = [:]
        var counts: [String: Int] = [:]
        for strategy in strategies where strategy.copiesRows || strategy.writesInPlace && strategy.isWhole {
            for source in strategy.sources {
                let older: String = source.table.name
                if rows[older] == nil { rows[older] = try count(older) }
                let taken: Int = try source.isWhole ? rows[older] ?? 0 : countTaken(source, pass)
                counts[strategy.table.name, default: 0] += taken
            }
        }
        return counts
    }

    /// How many rows of a source are taken.
    private func countTaken(_ source: TableProjection.Source, _ pass: TablePass) throws -> Int {
        var expressions = ExpressionSQL(pass, values, prefix: "apus_count")
        guard let condition = expressions.condition(of: source) else { return try count(source.table.name) }
        for function in expressions.functions { function.add(to: db) }
        return try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM \(SQLText.name(source.table.name)) AS source WHERE \(condition.sql)",
            arguments: StatementArguments(condition.arguments)
        ) ?? 0
    }

    func count(_ table: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(table))") ?? 0
    }
}
