import ApusMigration
import ApusSchema
import GRDB

/// The execution of a plan in a transaction: for each pass it checks the store, performs the steps, and checks the
/// result.
struct Execution {
    let db: Database
    /// The queue of the connection, on which the code of stages reads and writes; `nil` if none is to be run.
    let queue: DatabaseQueue?
    let path: String
    let plan: Plan
    let values: GeneratedValues
    let isCancelled: () -> Bool
    private let checks: StoreChecks
    /// Whether the rows are those of a store, and not of an empty copy.
    private let isStore: Bool
    let progress: (MigrationProgress) -> Void
    /// Called with each statement before it is executed. A copy in ranges is observed once, without the bounds.
    let observer: (MigrationStep, SQLStatement) -> Void
    /// The plan's passes over the store's tables.
    let passes: [TablePass]
    /// Called after the checks and before the first write.
    private let beforeWriting: (LiveCatalogue, [TablePass]) throws -> Void
    /// The rows written so far: copied, or updated in place.
    var rowsWritten: Int = 0
    /// The columns that were left for later: their reserved names, with those that they had.
    var left: [String: String] = [:]
    /// The rows among them that were copied or computed.
    private var rowsDone: Int = 0
    /// The values that violate a new or stricter rule.
    var brokenRules: [Verification.BadValues] = []
    /// The number of rows to copy or compute in all passes so far.
    private var rowsToWrite: Int = 0
    /// The numbers of rows in the older tables that the current pass reads.
    private(set) var rows: [String: Int] = [:]

    /// The store's catalogue before the migration.
    let live: LiveCatalogue

    init(
        db: Database,
        queue: DatabaseQueue? = nil,
        path: String,
        plan: Plan,
        values: GeneratedValues,
        rule: TableStrategy.Rule,
        checks: StoreChecks = .usual,
        isStore: Bool = true,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (MigrationProgress) -> Void,
        defersWork: Bool = false,
        observer: @escaping (MigrationStep, SQLStatement) -> Void = { _, _ in },
        beforeWriting: @escaping (LiveCatalogue, [TablePass]) throws -> Void = { _, _ in }
    ) throws {
        live = try LiveCatalogue(db)
        // An empty copy has no values, and needs no keys.
        SealFunctions.add(to: db, isStore ? values.keys : .forTests, values.files)
        WrittenFiles.add(to: db, values.written)
        passes = try TablePass.passes(of: plan, rule: rule, over: live, db, defersWork: defersWork)
        var allValues = values
        allValues.secrets = Secrets(passes)
        self.beforeWriting = beforeWriting
        self.checks = checks
        self.isStore = isStore
        self.db = db
        self.queue = queue
        self.isCancelled = isCancelled
        self.path = path
        self.plan = plan
        self.values = allValues
        self.progress = progress
        self.observer = observer
    }

    /// Executes the plan, and describes the store's new state in it. Nothing is written after the final checks.
    ///
    /// - Parameter description: Returns the steps that describe the new state, given the number of rows written.
    /// - Throws: `StoreError` or `DatabaseError`; the caller rolls back.
    mutating func run(describedBy description: (_ rowsWritten: Int) -> [MigrationStep]) throws {
        try db.enableTriggers(false, path: path)
        defer { try? db.enableTriggers(true, path: path) }
        guard try Int.fetchOne(db, sql: "PRAGMA foreign_keys") == 0 else {
            throw StoreError(path, .failedCheck("foreign keys could not be switched off"))
        }
        let check = StoreCheck(db: db, path: path, values: values, checks: checks, isStore: isStore)
        try check.checkTables(of: live, against: plan.source.layout)
        try check.checkModels(plan)
        try check.checkTriggers(of: live, plan)
        if let first = passes.first {
            try check.checkValues(for: passes)
            if values.code.first(before: first) == nil { try self.check(first, number: 0, live, check) }
        }
        try beforeWriting(live, passes)
        let addedObjects = try AddedObjectCheck(db, path: path, live.addedObjects) {
            try write($0, of: .parseViewsAndTriggers($0))
        }
        let foreignKeys = try AddedForeignKeys(db, path: path, live, passes)
        try perform(live.triggerDrops(on: plan.source.layout))
        // What is left of plain values does not stay in a store with encrypted ones.
        if plan.encryptsValues {
            try perform(live.leftColumns(in: db, path: path).map { .dropColumn($0.column.name, of: $0.table) })
        }
        var lastCounts: [String: Int] = [:]
        for (number, pass) in passes.enumerated() {
            let hasChanged = try runCode(before: pass)
            // The tables of a later pass exist only now.
            let live: LiveCatalogue = try number == 0 && !hasChanged ? live : LiveCatalogue(db)
            if number > 0 || hasChanged { try self.check(pass, number: number, live, check) }
            let copies = try copyOlderTables(of: pass)
            let counts = try run(pass, on: live)
            let isLast = number == passes.count - 1
            if let copies {
                try self.check(pass, counts: counts)
                try runCode(after: pass, over: copies, isLast: isLast)
            } else if isLast {
                lastCounts = counts
            } else {
                try self.check(pass, counts: counts)
            }
        }
        let target = plan.target.layout
        if !target.rTrees.isEmpty { try perform(target.missingRTrees(in: LiveCatalogue(db))) }
        let record = description(rowsWritten)
        // The triggers name the tables of the history, so whatever parses all triggers needs a new one's tables.
        let isNewHistory = plan.source.layout.recording == nil
        try perform(record.filter { isNewHistory && $0.keepsHistory })
        try perform(target.triggerCreations)
        try checkRoots()
        try addedObjects.checkAgain(db) { try write($0, of: .parseViewsAndTriggers($0)) }
        try perform(record.filter { !isNewHistory || !$0.keepsHistory })
        try noteDeferredWork()
        let changes = db.totalChangesCount
        if let last = passes.last {
            try self.check(last, counts: lastCounts)
        } else {
            try self.check(LiveCatalogue(db), against: plan.target.layout)
        }
        try foreignKeys.checkAgain(db)
        guard db.totalChangesCount == changes else {
            throw StoreError(path, .failedCheck("rows changed while they were checked"))
        }
    }

    /// Checks the rows that a pass reads.
    private mutating func check(
        _ pass: TablePass,
        number: Int,
        _ live: LiveCatalogue,
        _ check: StoreCheck
    ) throws {
        try check.checkRows(of: live, for: pass)
        if number < passes.count - 1 { return }
        brokenRules = try TightenedRules(pass, values, isFirst: number == 0).broken(in: db)
    }

    /// Performs a pass.
    ///
    /// - Returns: The expected numbers of rows, by table.
    private mutating func run(_ pass: TablePass, on live: LiveCatalogue) throws -> [String: Int] {
        try perform(pass.rTreeDrops(in: live))
        let strategies = pass.strategies.tables
        let statistics = try PlannerStatistics(db)
        let program = MigrationProgram(pass, values, on: live)
        for function in program.expressions.functions { function.add(to: db) }
        try perform(program, 0..<program.preparations)
        // The temporary tables serve the counts as well.
        let counts = try countRows(strategies, program.expressions)
        try perform(program, program.preparations..<program.steps.count)
        try perform(statistics.restoration(after: strategies, db))
        try perform(pass.computations(now: SQLStatement("?", [values.moment])))
        let failures: [FailedValues] =
            try DerivedValueChecks(pass, values, db).failuresAfter()
            + UniquenessChecks(pass, values).failuresAfter(in: db)
        guard failures.isEmpty else { throw StoreError(path, .failedValues(failures)) }
        try perform(program.lateSteps)
        return counts
    }

    /// Performs some steps of a program, and reports each.
    private mutating func perform(_ program: MigrationProgram, _ range: Range<Int>) throws {
        for number in range {
            let step = program.steps[number]
            report(step, number, of: program.steps.count)
            try perform(step) { $0.report(step, number, of: program.steps.count) }
        }
    }

    private func report(_ step: MigrationStep, _ number: Int, of count: Int) {
        progress(
            MigrationProgress(
                title: step.title,
                stepsDone: number,
                steps: count,
                rowsDone: rowsDone,
                rows: rowsToWrite
            )
        )
    }

    /// Notes the column that a step leaves for later.
    mutating func note(_ step: MigrationStep) {
        if case .leaveColumn(let column, let name, _, _) = step { left[name] = column }
    }

    /// Counts the rows that a step wrote.
    mutating func add(rows: Int, of step: MigrationStep) {
        if step.writesRows { rowsWritten += rows }
        if step.advances { rowsDone += rows }
    }

    /// The expected number of rows per table, for tables whose rows are copied, or are updated in place without loss.
    private mutating func countRows(
        _ strategies: [TableStrategy],
        _ expressions: ExpressionSQL
    ) throws -> [String: Int] {
        var expressions = expressions
        rows = [:]
        var counts: [String: Int] = [:]
        for strategy in strategies
        where strategy.copiesRows || !strategy.computed.isEmpty || strategy.writesInPlace && strategy.isWhole {
            for (index, source) in strategy.sources.enumerated() {
                let older = source.table.name
                if rows[older] == nil { rows[older] = try count(source.table, &expressions) }
                let taken: Int = try source.isWhole ? rows[older] ?? 0 : countTaken(source, &expressions)
                counts[strategy.table.name, default: 0] += taken
                if strategy.copiedSources.indices.contains(index) || !strategy.computed.isEmpty { rowsToWrite += taken }
            }
        }
        return counts
    }

    /// The number of rows that are taken from a source.
    private func countTaken(_ source: TableProjection.Source, _ expressions: inout ExpressionSQL) throws -> Int {
        guard let condition = expressions.condition(of: source) else { return try count(source.table, &expressions) }
        return try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM \(expressions.name(of: source.table)) AS source WHERE \(condition.sql)",
            arguments: StatementArguments(condition.arguments)
        ) ?? 0
    }

    /// The number of rows in an older table.
    private func count(_ table: Table, _ expressions: inout ExpressionSQL) throws -> Int {
        try db.rowCount(expressions.name(of: table))
    }

    func count(_ table: String) throws -> Int {
        try db.rowCount(SQLText.name(table))
    }
}
