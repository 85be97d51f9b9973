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

    /// Gives the moment of a migration, and the time for the store's log.
    private let now: @Sendable () -> Date

    /// Gives a migration what its UUIDs follow from: no two may have the same, or objects of two stores would.
    private let seed: @Sendable () -> UUID

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

    /// Plans a store's migration, and looks whether the store's values can be carried over, without writing anything.
    ///
    /// - Parameter url: The store.
    /// - Returns: The plan.
    /// - Throws: `StoreError`; `failedValues` where there are values that a conversion cannot hold and the like.
    public func plan(_ url: URL) throws(StoreError) -> Plan {
        let file = StoreFile(url)
        return try StoreError.wrapping(file.path) {
            try file.reading { database in try database.read { db in try plan(db, file) } }
        }
    }

    private func plan(_ db: Database, _ file: StoreFile) throws -> Plan {
        let plan: Plan = try makePlan(db, path: file.path)
        // What a later pass looks at is not there yet.
        guard let pass = plan.passes.first.map({ TablePass($0) }) else { return plan }
        let wrong: [Drift] = try LiveCatalogue(db).drift(from: pass.source).filter { !$0.isExtra }
        guard wrong.isEmpty else { return plan }
        let values: GeneratedValues = generatedValues(file)
        var checks = ValueChecks(pass, values)
        let failures: [FailedValues] = try checks.failures(in: db) + UniquenessChecks(pass, values).failures(in: db)
        guard failures.isEmpty else { throw StoreError.failedValues(file.path, failures) }
        return plan
    }

    /// Migrates a store.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - progress: Is told how far the work is, now and then.
    /// - Returns: What was done.
    /// - Throws: `StoreError`, with the store left as it was.
    @discardableResult
    public func migrate(
        _ url: URL,
        progress: @escaping (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> MigrationReport {
        let file = StoreFile(url)
        try file.requireFile()
        return try StoreError.wrapping(file.path) {
            // Most openings find nothing to do, and need no lock for that; and what is refused is left as it was.
            do {
                let current: Plan = try file.reading { try $0.read { db in try makePlan(db, path: file.path) } }
                if current.isEmpty { return MigrationReport(plan: current, tables: [], rowsWritten: 0, seconds: 0) }
            } catch StoreError.needsRecovery {}
            // A connection that writes rolls back what was interrupted.
            let database: DatabaseQueue = try file.openForWriting(enforcesForeignKeys: false)
            defer { try? database.close() }
            let current: Plan = try database.read { db in try makePlan(db, path: file.path) }
            if current.isEmpty { return MigrationReport(plan: current, tables: [], rowsWritten: 0, seconds: 0) }
            return try database.writeWithoutTransaction { db in
                var report: MigrationReport?
                try db.inTransaction(.immediate) {
                    report = try migrate(db, file, progress: progress)
                    return .commit
                }
                // What a migration left without a row, and what a writer that was interrupted left behind.
                try? db.inTransaction(.immediate) {
                    try ExternalFiles(ofStoreAt: file.path).collect(db)
                    return .rollback
                }
                // A reader may still need the log; then it is written back later, and not waited for: writers would
                // wait too.
                try? db.execute(sql: "PRAGMA busy_timeout = 0")
                _ = try? db.checkpoint(.truncate)
                return report ?? MigrationReport(plan: current, tables: [], rowsWritten: 0, seconds: 0)
            }
        }
    }

    private func generatedValues(_ file: StoreFile) -> GeneratedValues {
        GeneratedValues(seed: seed(), moment: now(), files: ExternalFiles(ofStoreAt: file.path))
    }

    private func makePlan(_ db: Database, path: String) throws -> Plan {
        let description = try StoreDescription.read(db, model: planner.history.model, path: path)
        return try planner.plan(from: description.state, to: target)
    }

    /// Migrates within a transaction that has the store's lock.
    private func migrate(
        _ db: Database,
        _ file: StoreFile,
        progress: @escaping (MigrationProgress) -> Void
    ) throws -> MigrationReport {
        let start = ContinuousClock.now
        // Read again under the lock: another process may have been faster.
        let description = try StoreDescription.read(db, model: planner.history.model, path: file.path)
        let plan: Plan = try planner.plan(from: description.state, to: target)
        if plan.isEmpty { return MigrationReport(plan: plan, tables: [], rowsWritten: 0, seconds: 0) }
        let values: GeneratedValues = generatedValues(file)
        var execution = Execution(db: db, path: file.path, plan: plan, values: values, progress: progress)
        try execution.run()
        try StoreDescription.write(plan.target, generation: description.generation + 1, db)
        // A store of an older format has become one of this.
        try db.execute(sql: "PRAGMA user_version = \(StoreFormat.number)")
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        try log(plan, rows: execution.rowsDone, seconds: seconds, db)
        return MigrationReport(
            plan: plan,
            tables: plan.passes.flatMap(\.strategies.tables),
            rowsWritten: execution.rowsDone,
            seconds: seconds
        )
    }

    private func log(_ plan: Plan, rows: Int, seconds: Double, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                plan.target.schema.model, plan.source.version?.description, plan.target.version?.description,
                now().formatted(.iso8601), seconds, rows,
                plan.stages.map { "\($0.from) to \($0.to): \($0.changes.count) changes" }.joined(separator: "; "),
            ]
        )
    }
}
