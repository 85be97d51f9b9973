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
    /// Called with each statement before it runs: of a copy in ranges once, without the bounds.
    let observer: (MigrationStep, SQLStatement) -> Void
    /// The plan's passes over the store's tables.
    let passes: [TablePass]
    /// Done when all has been looked at and nothing is written yet.
    private let beforeWriting: () throws -> Void
    /// The rows that were written anew so far: copied, or with other values than before.
    private(set) var rowsWritten: Int = 0
    /// The rows among them that were copied.
    private var rowsCopied: Int = 0
    /// The values that break a rule which was none before.
    private(set) var brokenRules: [Verification.BadValues] = []
    /// The rows that are to be copied in all passes so far.
    private var rowsToCopy: Int = 0
    /// The rows of the older tables that a pass reads.
    private(set) var rows: [String: Int] = [:]

    /// The store's catalogue as the migration finds it.
    private let live: LiveCatalogue

    init(
        db: Database,
        path: String,
        plan: Plan,
        values: GeneratedValues,
        rule: TableStrategy.Rule,
        progress: @escaping (MigrationProgress) -> Void,
        observer: @escaping (MigrationStep, SQLStatement) -> Void = { _, _ in },
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
        self.observer = observer
    }

    /// Carries the plan out.
    ///
    /// - Throws: `StoreError` or `DatabaseError`; the caller rolls back.
    mutating func run() throws {
        guard try Int.fetchOne(db, sql: "PRAGMA foreign_keys") == 0 else {
            throw StoreError(path, .failedCheck("foreign keys could not be switched off"))
        }
        let look = StoreLook(db: db, path: path, values: values)
        try look.look(at: live, as: plan.source.layout)
        if let first = passes.first {
            try look.look(at: live, first)
            if passes.count == 1 { brokenRules = try TightenedRules(first, values, isFirst: true).broken(in: db) }
        }
        try beforeWriting()
        let programs = try ProgramCheck(db, path: path, live.addedPrograms) { try write($0, of: .readPrograms($0)) }
        let keys = try AddedKeys(db, path: path, live, passes)
        try perform(live.triggerDrops(on: plan.source.layout))
        for (number, pass) in passes.enumerated() {
            // What a later pass begins with is there only now.
            let live: LiveCatalogue = try number == 0 ? live : LiveCatalogue(db)
            if number > 0 {
                try look.look(at: live, pass)
                if number == passes.count - 1 {
                    brokenRules = try TightenedRules(pass, values, isFirst: false).broken(in: db)
                }
            }
            try run(pass, on: live)
        }
        try perform(plan.target.layout.triggerCreations)
        try programs.checkAgain(db) { try write($0, of: .readPrograms($0)) }
        try keys.checkAgain(db)
    }

    private mutating func run(_ pass: TablePass, on live: LiveCatalogue) throws {
        try perform(pass.boxIndexDrops)
        let strategies: [TableStrategy] = pass.strategies.tables
        let statistics = try PlannerStatistics(db)
        let program = MigrationProgram(pass, values, on: live)
        let counts: [String: Int] = try countRows(strategies, pass)
        let copied: Set<String> = Set(strategies.filter(\.copiesRows).map(\.table.name))
        rowsToCopy += counts.filter { copied.contains($0.key) }.values.reduce(0, +)
        for function in program.expressions.functions { function.add(to: db) }
        for (number, step) in program.steps.enumerated() {
            tell(step, number, program.steps.count)
            try perform(step) { $0.tell(step, number, program.steps.count) }
        }
        try perform(statistics.restoration(after: strategies, db))
        try perform(pass.computations(now: SQLStatement("?", [values.moment])))
        try check(pass, counts: counts)
    }

    private func tell(_ step: MigrationStep, _ number: Int, _ count: Int) {
        progress(
            MigrationProgress(
                title: step.title,
                stepsDone: number,
                steps: count,
                rowsDone: rowsCopied,
                rows: rowsToCopy
            )
        )
    }

    /// Counts rows that a step wrote.
    mutating func add(rows: Int, of step: MigrationStep) {
        if step.writesRows { rowsWritten += rows }
        if step.copiesRows { rowsCopied += rows }
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
