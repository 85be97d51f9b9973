public import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Migrates stores of one model.
///
/// A migration runs in one transaction and is checked before the commit. If anything fails, the store is unchanged.
public struct Migrator: Sendable {
    /// The planner, with the model's history.
    public let planner: Planner

    /// The target of the migrations.
    public let target: Planner.Target

    /// How long, in seconds, to wait for a store that another process keeps locked.
    public var lockTimeout: Double = LockTimeout().seconds

    /// Returns the file for a backup of the store, which is made and checked before the first write; `nil` for no
    /// backup. It is not called if there is nothing to do.
    public var backup: (@Sendable (Plan) -> URL)?

    /// The code of the functions that mappings call. A migration that needs a function that is not there is refused.
    public var code = MigrationCode()

    /// The keys of encrypted attributes. A migration that needs a key that is not there is refused.
    public var keys: StoreKeys?

    /// The name of the executable that has the code, as the project says, for the message that this program does not have it.
    package var executable: String?

    /// How thoroughly a store is checked before the first write.
    public var checks: StoreChecks = .usual

    /// The rule for choosing how each table is migrated.
    public var rule: TableStrategy.Rule = .cheapest

    /// Whether a migration leaves for later what may be left, such as dropping columns and making indexes: see ``DeferredFinisher``.
    public var defersWork: Bool = false

    /// Called repeatedly to check whether to stop. A migration that is cancelled leaves the store unchanged.
    public var isCancelled: @Sendable () -> Bool = { Task.isCancelled }

    /// Called with a plan before the first write: whether the migration is carried out. If not, it counts as cancelled.
    package var mayMigrate: @Sendable (Plan) -> Bool = { _ in true }

    /// A plan for stores with its source's state, if it was made before: planning many stages takes longer than migrating
    /// a few rows.
    package var knownPlan: Plan?

    /// Whether what is committed is on the disk, so that it survives a loss of power. Copies that are thrown away need
    /// not be, and waiting for the disk takes longer than migrating a few rows.
    package var isDurable: Bool = true

    /// The seed data of the app, which stores get when they are created or opened.
    package var seedData: SeedSource?

    /// Whether external files that no row refers to any more stay, because the rows before the migration are still read.
    var keepsFiles: Bool = false

    /// The clock, for the moment of a migration and the store's log.
    let now: @Sendable () -> Date

    /// Returns the seed of a migration's UUIDs. It must be unique, or objects in two stores would get the same UUIDs.
    private let seed: @Sendable () -> UUID

    /// Called with the connection of a migration before it writes.
    var onOpening: @Sendable (Database) -> Void = { _ in }

    /// The free bytes on a store's volume, if known.
    var bytesFree: @Sendable (StoreFile) -> Int? = \.bytesFree

    /// The external files of a store.
    var externalFiles: @Sendable (StoreFile) -> ExternalFiles = { ExternalFiles(ofStoreAt: $0.location) }

    /// Creates a migrator.
    ///
    /// - Parameters:
    ///   - planner: The planner, with the model's history.
    ///   - target: The target of the migrations.
    ///   - now: The clock.
    ///   - seed: Returns the seed of a migration's UUIDs.
    public init(
        planner: Planner,
        target: Planner.Target = .newestVersion,
        now: @escaping @Sendable () -> Date = { Date() },
        seed: @escaping @Sendable () -> UUID = { UUID() }
    ) {
        self.planner = planner
        self.target = target
        self.now = now
        self.seed = seed
    }

    /// Plans a store's migration, and performs the checks before its first write, without writing anything.
    ///
    /// - Parameter url: The store.
    /// - Returns: The plan.
    /// - Throws: `StoreError`, as the migration would before its first write.
    public func plan(_ url: URL) throws(StoreError) -> Plan {
        try inspecting(StoreFile(url)) { plan, _, _ in plan }
    }

    /// Plans a store's migration like ``plan(_:)``, and estimates its effects, duration and disk space.
    ///
    /// The migration does not read everything that is counted here. What is damaged and only counted is unknown then.
    public func forecast(_ url: URL) throws(StoreError) -> MigrationForecast {
        let file = StoreFile(url)
        return try file.reading(timeout: timeout) { database in
            try prepare(database, file)
            let (plan, passes, brokenRules) = try database.read { db in
                try inspect(file, db) { plan, passes in
                    (
                        plan, passes,
                        passes.count == 1 && code.first(before: passes[0]) == nil
                            ? try TightenedRules(passes[0], generatedValues(file), isFirst: true).broken(in: db) : []
                    )
                }
            }
            // Not in one transaction: SQLite ends it if the disk cannot read a page.
            return try database.unsafeRead { db in
                let works = passes.map { WorkForecast(pass: $0, db: db) }
                let tables: [[MigrationForecast.Table]] = try works.map { try $0.tables() }
                let source = plan.source.layout
                let lineage = Lineage(from: source, over: passes, to: plan.target.layout)
                var losses = LossCount(lineage: lineage, source: source, db: db, database: "main")
                // The rows of later passes do not exist yet.
                losses.planned = passes.first.map { ($0, generatedValues(file)) }
                return MigrationForecast(
                    plan: plan,
                    tables: tables.flatMap { $0 },
                    losses: try losses.effects(),
                    brokenRules: brokenRules,
                    deferred: try DeferredWork.remaining(after: plan, passes, db),
                    bytesNeeded: try WorkForecast.bytesNeeded(works),
                    bytesFree: file.bytesFree,
                    seconds: zip(passes, tables).reduce(0) { $0 + WorkForecast.seconds($1.0, $1.1) }
                )
            }
        }
    }

    func inspecting<Result>(
        _ file: StoreFile,
        _ work: (Plan, [TablePass], Database) throws -> Result
    ) throws(StoreError) -> Result {
        try file.reading(timeout: timeout) { database in
            try prepare(database, file)
            return try database.read { db in try inspect(file, db) { try work($0, $1, db) } }
        }
    }

    private func inspect<Result>(
        _ file: StoreFile,
        _ db: Database,
        _ work: (Plan, [TablePass]) throws -> Result
    ) throws -> Result {
        let (plan, live, passes) = try planWithSpace(file, db)
        if plan.isEmpty { return try work(plan, passes) }
        var values = generatedValues(file)
        values.secrets = Secrets(passes)
        let check = StoreCheck(db: db, path: file.path, values: values, checks: checks)
        try check.checkTables(of: live, against: plan.source.layout)
        try check.checkModels(plan)
        try check.checkTriggers(of: live, plan)
        // The tables of later passes do not exist yet, nor the rows that code makes for the first one.
        if let pass = passes.first {
            try check.checkValues(for: passes)
            if code.first(before: pass) == nil { try check.checkRows(of: live, for: pass) }
            try rehearseAdditions(plan, passes: passes, live: live, in: db, path: file.path)
        }
        return try work(plan, passes)
    }

    /// Plans a store's migration, and refuses it if the disk is full, as the migration does before everything else.
    ///
    /// A store on a disk that cannot be written can still be planned: a copy of it may be migrated elsewhere.
    func planWithSpace(_ file: StoreFile, _ db: Database) throws -> (Plan, LiveCatalogue, [TablePass]) {
        let plan = try makePlan(db, path: file.path)
        let isChecked = !plan.isEmpty && file.isWritable
        if isChecked { try file.requireSpace() }
        let live = try LiveCatalogue(db)
        let passes = try TablePass.passes(of: plan, rule: rule, over: live, db, defersWork: defersWork)
        if isChecked { try refuseFullDisk(passes, file, db) }
        return (plan, live, passes)
    }

    /// Migrates a store.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - progress: Called from time to time with the progress.
    /// - Returns: The result.
    /// - Throws: `StoreError`; the store is unchanged then. There is one exception: if the disk fails during the commit
    ///   itself, the store may turn out to be completely migrated when it is opened next.
    @discardableResult
    public func migrate(
        _ url: URL,
        progress: @escaping (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> MigrationReport {
        try migrate(StoreFile(url), progress: progress)
    }

    func migrate(
        _ file: StoreFile,
        progress: @escaping (MigrationProgress) -> Void
    ) throws(StoreError) -> MigrationReport {
        try file.requireFile()
        do {
            return try migrateUnlessLocked(file, progress: progress)
        } catch {
            // If waiting for a lock was cancelled, report the cancellation, not the lock.
            if error.reason == .locked { try checkCancellation(file) }
            throw error
        }
    }

    private func migrateUnlessLocked(
        _ file: StoreFile,
        progress: @escaping (MigrationProgress) -> Void
    ) throws(StoreError) -> MigrationReport {
        try StoreError.wrapping(file.path) {
            // Read without a lock first: usually there is nothing to do, and a refused store stays untouched.
            var first: Plan?
            do {
                let (current, isPending) = try file.reading(timeout: timeout) { database in
                    try database.read { db in (try makePlan(db, path: file.path), try Purge.isPending(db)) }
                }
                if current.isEmpty {
                    var report = MigrationReport.unchanged(current)
                    if isPending { report.purge = purge(file) }
                    return report
                }
                first = current
            } catch let error as StoreError where error.reason == .needsRecovery {}
            // A writing connection rolls back an interrupted transaction.
            let database = try file.openForWriting(enforcesForeignKeys: false, timeout: timeout)
            defer { try? database.close() }
            let current = try database.read { db in try makePlan(db, path: file.path, like: first) }
            if current.isEmpty { return .unchanged(current) }
            return try database.writeWithoutTransaction { db in
                if !isDurable { try db.execute(sql: "PRAGMA synchronous = OFF") }
                if current.encryptsValues {
                    try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON")
                }
                onOpening(db)
                var report: MigrationReport?
                var (hasRunCode, isCommitting) = (false, false)
                // In a copy that is thrown away, values stay in their rows.
                let written = isDurable ? WrittenFiles(externalFiles(file)) : nil
                do {
                    try db.inTransaction(.immediate) {
                        report = try migrate(db, database, file, like: current, written, progress: progress) {
                            hasRunCode = true
                        }
                        isCommitting = true
                        return .commit
                    }
                } catch {
                    // A commit that failed may turn out to have succeeded, and need its files.
                    if !isCommitting { written?.removeAll() }
                    // Code may have written external files, which no row refers to now.
                    if hasRunCode { finish(db, ExternalFiles(ofStoreAt: file.location)) }
                    throw written?.failure ?? error
                }
                finish(db, ExternalFiles(ofStoreAt: file.location))
                StoreDraft.removeAbandoned(of: file)
                // Copies that are thrown away need not be rewritten.
                if isDurable { report?.purge = Purge.run(db, ExternalFiles(ofStoreAt: file.location)) }
                return report ?? .unchanged(current)
            }
        }
    }

    /// Checkpoints the write-ahead log, and removes external files that no row refers to: those that the migration made
    /// obsolete, and those that an interrupted writer left behind.
    private func finish(_ db: Database, _ files: ExternalFiles) {
        // If a reader still needs the log, do not wait for it, because writers would wait as well. Such a reader may
        // also see rows that refer to obsolete files, so the files stay until a later migration.
        try? db.execute(sql: "PRAGMA busy_timeout = 0")
        guard (try? db.checkpoint(.truncate)) != nil, !keepsFiles, !files.names().isEmpty else { return }
        try? db.inTransaction(.immediate) {
            try files.collect(db)
            return .rollback
        }
    }

    var timeout: LockTimeout { LockTimeout(seconds: lockTimeout, isCancelled: isCancelled) }

    /// Throws if the migration was cancelled.
    func checkCancellation(_ file: StoreFile) throws(StoreError) {
        if isCancelled() { throw StoreError(file.path, .cancelled) }
    }

    func generatedValues(_ file: StoreFile) -> GeneratedValues {
        GeneratedValues(seed: seed(), moment: now(), files: externalFiles(file), code: code, keys: keys)
    }

    /// The plan for a store; an earlier plan if the store's state is still the same.
    private func makePlan(_ db: Database, path: String, like known: Plan? = nil) throws -> Plan {
        let plan = try plan(for: StoreDescription.read(db, model: planner.history.model, path: path), like: known)
        if !plan.isEmpty { try PageCheck(db: db, path: path).checkVersion() }
        return plan
    }

    private func plan(for description: StoreDescription, like known: Plan?) throws -> Plan {
        let known = (known ?? knownPlan).flatMap { $0.source == description.state ? $0 : nil }
        let plan = try known ?? planner.plan(from: description.state, to: target)
        try requireCode(of: plan)
        return plan
    }

    /// Migrates within a transaction that holds the store's write lock.
    private func migrate(
        _ db: Database,
        _ queue: DatabaseQueue,
        _ file: StoreFile,
        like known: Plan,
        _ written: WrittenFiles?,
        progress: @escaping (MigrationProgress) -> Void,
        runningCode noteCode: @escaping () -> Void
    ) throws -> MigrationReport {
        let start = ContinuousClock.now
        // Read again under the lock: another process may have been faster.
        let description = try StoreDescription.read(db, model: planner.history.model, path: file.path)
        let plan = try self.plan(for: description, like: known)
        if plan.isEmpty { return .unchanged(plan) }
        if !mayMigrate(plan) { throw StoreError(file.path, .cancelled) }
        var values = generatedValues(file)
        values.written = written
        let copy = backup?(plan)
        var (encrypts, purgesColumns, isShared) = (false, false, false)
        var execution = try Execution(
            db: db,
            queue: queue,
            path: file.path,
            plan: plan,
            values: values,
            rule: rule,
            checks: checks,
            isCancelled: isCancelled,
            progress: progress,
            defersWork: defersWork,
            observer: { step, _ in if case .runSwift = step { noteCode() } },
            beforeWriting: { [values] live, passes in
                // In a copy that is thrown away, nothing is looked for in its values.
                let sealed = NewlySealed(passes)
                encrypts = try isDurable ? sealed.needPurge(values, db) : sealed.includesOthers
                purgesColumns = plan.mayRevealLeftColumns(of: live)
                try rehearseAdditions(plan, passes: passes, live: live, in: db, path: file.path)
                isShared = try StoreDescription.isShared(db)
                // The write lock is held and nothing is written yet, so the copy has the state before the migration.
                guard let copy else { return }
                try StoreCopy(source: file, target: StoreFile(copy)).make { fraction in
                    progress(.copying(fraction))
                    try checkCancellation(file)
                }
            }
        )
        try refuseFullDisk(execution.passes, file, db)
        var seconds = 0.0
        try db.stopping(when: isCancelled) {
            try execution.run { rows in
                seconds = (ContinuousClock.now - start) / .seconds(1)
                return record(
                    of: plan,
                    generation: description.generation + 1,
                    isShared: isShared,
                    rows: rows,
                    seconds: seconds,
                    encrypts: encrypts,
                    needsPurge: encrypts || purgesColumns
                )
            }
        }
        try SeedLoadRecord.rename(by: plan, path: file.path, db)
        try checkCancellation(file)
        return MigrationReport(
            plan: plan,
            tables: execution.passes.flatMap(\.strategies.tables),
            rowsWritten: execution.rowsWritten,
            seconds: seconds,
            brokenRules: execution.brokenRules,
            backup: copy,
            deferred: try DeferredWork.read(db, of: plan.target.schema.model)
        )
    }

    /// Refuses a migration before its first write if the disk certainly does not have enough free space.
    private func refuseFullDisk(_ passes: [TablePass], _ file: StoreFile, _ db: Database) throws {
        guard let free = bytesFree(file), let work = passes.first.map({ WorkForecast(pass: $0, db: db) }) else {
            return
        }
        // Usually there is plenty of space, and no table has to be measured.
        if free > file.size { return }
        let needed = try work.leastBytesNeeded()
        if needed > free { throw StoreError(file.path, .insufficientSpace(needed: needed, free: free)) }
    }
}
