public import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Carries out migrations of one model's stores.
///
/// All or nothing: everything happens in one transaction, is checked before the commit, and leaves the store as it was
/// when anything is wrong.
public struct Migrator: Sendable {
    /// The model's history.
    public let planner: Planner

    /// Where the migrations are to end.
    public let target: Planner.Target

    /// How long, in seconds, a store that others keep locked is waited for.
    public var patience: Double = Patience().seconds

    /// Gives each migration that has something to do the file of a copy of the store as it was, which is made and looked
    /// over before the first write; `nil` for none.
    public var backup: (@Sendable (Plan) -> URL)?

    /// How freely the ways to make tables are chosen.
    public var rule: TableStrategy.Rule = .cheapest

    /// Asked again and again whether to stop; a migration that stops leaves its store as it was.
    public var isCancelled: @Sendable () -> Bool = { Task.isCancelled }

    /// Gives the moment of a migration, and the time for the store's log.
    private let now: @Sendable () -> Date

    /// Gives a migration what its UUIDs follow from: no two may have the same, or objects of two stores would.
    private let seed: @Sendable () -> UUID

    /// Given the connection of a migration before it writes.
    var onOpening: @Sendable (Database) -> Void = { _ in }

    /// The bytes that are free where a store lies, where that is known.
    var bytesFree: @Sendable (StoreFile) -> Int? = \.bytesFree

    /// Creates a migrator.
    ///
    /// - Parameters:
    ///   - planner: The model's history.
    ///   - target: Where the migrations are to end.
    ///   - now: The clock.
    ///   - seed: Gives each migration the seed of the UUIDs that it makes.
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

    /// Plans a store's migration, and looks whether it can be carried out, without writing anything.
    ///
    /// - Parameter url: The store.
    /// - Returns: The plan.
    /// - Throws: `StoreError`, as the migration would before its first write.
    public func plan(_ url: URL) throws(StoreError) -> Plan {
        try looking(at: StoreFile(url)) { plan, _, _ in plan }
    }

    /// Plans a store's migration like ``plan(_:)``, and counts what it would do and need.
    public func forecast(_ url: URL) throws(StoreError) -> MigrationForecast {
        let file = StoreFile(url)
        return try looking(at: file) { plan, passes, db in
            let works: [WorkForecast] = passes.map { WorkForecast(pass: $0, db: db) }
            let tables: [[MigrationForecast.Table]] = try works.map { try $0.tables() }
            let source = plan.source.layout
            let lineage = Lineage(from: source, over: passes, to: plan.target.layout)
            let losses = LossCount(lineage: lineage, source: source, db: db, database: "main")
            return MigrationForecast(
                plan: plan,
                tables: tables.flatMap { $0 },
                losses: RowEffects(rows: try losses.rows(), values: try losses.values()),
                brokenRules: passes.count == 1
                    ? try TightenedRules(passes[0], generatedValues(file), isFirst: true).broken(in: db) : [],
                bytesNeeded: try works.first?.bytesNeeded() ?? 0,
                bytesFree: file.bytesFree,
                seconds: zip(passes, tables).reduce(0) { $0 + WorkForecast.seconds($1.0, $1.1) }
            )
        }
    }

    func looking<Result>(
        at file: StoreFile,
        _ work: (Plan, [TablePass], Database) throws -> Result
    ) throws(StoreError) -> Result {
        try StoreError.wrapping(file.path) {
            try file.reading(patience: waiting) { database in
                try database.read { db in
                    let plan: Plan = try makePlan(db, path: file.path)
                    let live = try LiveCatalogue(db)
                    let passes: [TablePass] = try TablePass.passes(of: plan, rule: rule, over: live, db)
                    // What a later pass looks at is not there yet.
                    if let pass = passes.first {
                        let look = StoreLook(db: db, path: file.path, values: generatedValues(file))
                        try look.look(at: live, as: plan.source.layout)
                        try look.look(at: live, pass)
                    }
                    return try work(plan, passes, db)
                }
            }
        }
    }

    /// Migrates a store.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - progress: Is told how far the work is, now and then.
    /// - Returns: What was done.
    /// - Throws: `StoreError`, with the store left as it was. Only where the disk fails in the commit itself may whoever
    ///   opens the store next find it migrated, and whole: everything was written, and nobody knew whether it was there.
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
            // Who stops the waiting for a lock hears of that, not of the lock.
            if error.reason == .locked { try checkCancellation(file) }
            throw error
        }
    }

    private func migrateUnlessLocked(
        _ file: StoreFile,
        progress: @escaping (MigrationProgress) -> Void
    ) throws(StoreError) -> MigrationReport {
        try StoreError.wrapping(file.path) {
            // Most openings find nothing to do, and need no lock for that; and what is refused is left as it was.
            var first: Plan?
            do {
                let current: Plan = try file.reading(patience: waiting) { database in
                    try database.read { db in try makePlan(db, path: file.path) }
                }
                if current.isEmpty { return .unchanged(current) }
                first = current
            } catch let error as StoreError where error.reason == .needsRecovery {}
            // A connection that writes rolls back what was interrupted.
            let database: DatabaseQueue = try file.openForWriting(enforcesForeignKeys: false, patience: waiting)
            defer { try? database.close() }
            let current: Plan = try database.read { db in try makePlan(db, path: file.path, like: first) }
            if current.isEmpty { return .unchanged(current) }
            return try database.writeWithoutTransaction { db in
                onOpening(db)
                var report: MigrationReport?
                try db.inTransaction(.immediate) {
                    report = try migrate(db, file, like: current, progress: progress)
                    return .commit
                }
                finish(db, ExternalFiles(ofStoreAt: file.location))
                return report ?? .unchanged(current)
            }
        }
    }

    /// Writes the log back, and removes the files of values that no row names any more: what the migration left without
    /// one, and what a writer that was interrupted left behind.
    private func finish(_ db: Database, _ files: ExternalFiles) {
        // A reader may still need the log; then it is written back later, and not waited for: writers would wait too.
        // Such a reader may still see a row that names a file, so that stays as well until a later migration.
        try? db.execute(sql: "PRAGMA busy_timeout = 0")
        guard (try? db.checkpoint(.truncate)) != nil, !files.names().isEmpty else { return }
        try? db.inTransaction(.immediate) {
            try files.collect(db)
            return .rollback
        }
    }

    private var waiting: Patience { Patience(seconds: patience, isCancelled: isCancelled) }

    /// Stops where that was asked for.
    func checkCancellation(_ file: StoreFile) throws(StoreError) {
        if isCancelled() { throw StoreError(file.path, .cancelled) }
    }

    func generatedValues(_ file: StoreFile) -> GeneratedValues {
        GeneratedValues(seed: seed(), moment: now(), files: ExternalFiles(ofStoreAt: file.location))
    }

    /// The plan for a store as it is; one that was made before, as long as the store says the same of itself.
    private func makePlan(_ db: Database, path: String, like known: Plan? = nil) throws -> Plan {
        try plan(for: StoreDescription.read(db, model: planner.history.model, path: path), like: known)
    }

    private func plan(for description: StoreDescription, like known: Plan?) throws -> Plan {
        if let known, known.source == description.state { return known }
        return try planner.plan(from: description.state, to: target)
    }

    /// Migrates within a transaction that has the store's lock.
    private func migrate(
        _ db: Database,
        _ file: StoreFile,
        like known: Plan,
        progress: @escaping (MigrationProgress) -> Void
    ) throws -> MigrationReport {
        let start = ContinuousClock.now
        // Read again under the lock: another process may have been faster.
        let description = try StoreDescription.read(db, model: planner.history.model, path: file.path)
        let plan: Plan = try self.plan(for: description, like: known)
        if plan.isEmpty { return .unchanged(plan) }
        let values: GeneratedValues = generatedValues(file)
        let copy: URL? = backup?(plan)
        var execution = try Execution(
            db: db,
            path: file.path,
            plan: plan,
            values: values,
            rule: rule,
            progress: progress,
            beforeWriting: {
                // Nobody else can write now, and nothing is written yet: the copy has what the migration begins with.
                guard let copy else { return }
                try StoreCopy(source: file, target: StoreFile(copy)).make { part in
                    progress(.copying(part))
                    try checkCancellation(file)
                }
            }
        )
        try refuseFullDisk(execution.passes, file, db)
        try db.stopping(when: isCancelled) { try execution.run() }
        try checkCancellation(file)
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        try execution.perform(
            record(of: plan, generation: description.generation + 1, rows: execution.rowsWritten, seconds: seconds)
        )
        return MigrationReport(
            plan: plan,
            tables: execution.passes.flatMap(\.strategies.tables),
            rowsWritten: execution.rowsWritten,
            seconds: seconds,
            brokenRules: execution.brokenRules,
            backup: copy
        )
    }

    /// Refuses what the disk surely has no room for, before any of it is written.
    private func refuseFullDisk(_ passes: [TablePass], _ file: StoreFile, _ db: Database) throws {
        guard let free = bytesFree(file), let work = passes.first.map({ WorkForecast(pass: $0, db: db) }) else {
            return
        }
        // Usually there is plenty, and nothing has to be measured.
        if free > file.size { return }
        let needed: Int = try work.leastBytesNeeded()
        if needed > free { throw StoreError(file.path, .noRoom(needed: needed, free: free)) }
    }

    /// The steps by which the store says what it holds now, and what was done.
    func record(of plan: Plan, generation: Int, rows: Int, seconds: Double) -> [MigrationStep] {
        let summary: [String] = plan.stages.map { "\($0.from) to \($0.to): \($0.changes.count) changes" }
        let log = SQLStatement(
            """
            INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(plan.target.schema.model), StoredValue(plan.source.version?.description),
                StoredValue(plan.target.version?.description), .text(now().formatted(.iso8601)), .real(seconds),
                .integer(Int64(rows)), .text(summary.joined(separator: "; ")),
            ]
        )
        // A store of an older format has become one of this.
        let format = SQLStatement("PRAGMA user_version = \(StoreFormat.number)")
        return [StoreDescription.statement(plan.target, generation: generation), format, log].map { .describeStore($0) }
    }
}
