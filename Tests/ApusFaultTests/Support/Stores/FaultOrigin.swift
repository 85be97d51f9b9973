import ApusMigration
import ApusSchema
import Foundation
import GRDB

@testable import ApusStore

/// A store before its migration, which can be written to any folder, and its content before and after.
struct FaultOrigin {
    let migrator: Migrator
    let files: StoreFiles
    /// The paths of the files that the newer version does not need.
    let gone: [String]
    let before: [String]
    let after: [String]
    /// The ways in which the migration creates tables.
    let ways: Set<String>
    /// The operations of the migration when nothing fails.
    let operations: Int
    private let work: TemporaryFolder

    init(_ migration: FaultMigration, _ mode: FaultMode) throws {
        migrator = migration.migrator
        work = try TemporaryFolder()
        let folder: URL = work["origin"]
        let url: URL = try StoreFiles([:]).lay(into: folder)
        let old = StoreState(version: Schema.Version(1), schema: migration.schemas[0])
        try StoreCreation.create(url, holding: old)
        (files, gone) = try Self.fill(url, migration, mode)
        let copy: URL = work["copy"]
        before = try StoreDump.lines(of: files.lay(into: copy))
        let store: URL = try files.lay(into: copy)
        let migrator: Migrator = migrator
        let run: FaultDisk.Run<MigrationReport> = try FaultDisk.run(nil) { try migrator.migrate(store) }
        operations = run.operations
        ways = Set(run.result.tables.map(\.way.rawValue))
        after = try StoreDump.lines(of: store)
    }

    /// Fills a new store, and captures its files as they are when the migration begins.
    private static func fill(
        _ url: URL,
        _ migration: FaultMigration,
        _ mode: FaultMode
    ) throws -> (files: StoreFiles, gone: [String]) {
        let folder: URL = url.deletingLastPathComponent()
        var configuration = Configuration()
        configuration.prepareDatabase { SQLiteFunctions.add(to: $0) }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        let gone: [String] = try queue.writeWithoutTransaction { db in
            // The file stores this setting: every connection has such a small cache that pages are written before a
            // commit.
            try db.execute(sql: "PRAGMA default_cache_size = 8; PRAGMA wal_autocheckpoint = 0")
            if mode == .journal { try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            var gone: [String] = []
            try db.inTransaction {
                gone = try migration.fill(db, ExternalFiles(ofStoreAt: url.path))
                return .commit
            }
            return gone.map { "\(StoreFiles.folder)/\($0)" }
        }
        if mode == .leftLog {
            // While the connection is open, its log is not checkpointed.
            let files = try StoreFiles(readFrom: folder)
            try queue.close()
            return (files, gone)
        }
        try queue.close()
        return (try StoreFiles(readFrom: folder), gone)
    }

    /// Checks a store after a fault, as the next process would.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - isMigrated: Whether the migration succeeded.
    ///   - goesOn: Whether to migrate and check it again.
    /// - Returns: What was found.
    func look(at url: URL, isMigrated: Bool, goesOn: Bool) -> Finding {
        var finding = Finding()
        do {
            let verification: Verification = try Self.verify(url)
            finding.version = verification.description.state.version?.description
            let isNew = finding.version == FaultMigration.versions.new
            if isMigrated, !isNew { finding.problems.append("the migration succeeded, and the store is old") }
            finding.problems += Self.problems(verification)
            if !isNew, !verification.orphanedFiles.isEmpty { finding.problems.append("files that nothing names") }
            if let difference = StoreDump.difference(try StoreDump.lines(of: url), isNew ? after : before) {
                finding.problems.append("at \(finding.version ?? "no version"): \(difference)")
            }
            guard goesOn else { return finding }
            let report: MigrationReport = try migrator.migrate(url)
            if report.plan.isEmpty != isNew { finding.problems.append("migrated twice, or not at all") }
            if let difference = StoreDump.difference(try StoreDump.lines(of: url), after) {
                finding.problems.append("migrated again: \(difference)")
            }
            finding.problems += Self.problems(try Self.verify(url))
            finding.problems += try leftovers(beside: url)
        } catch {
            finding.problems.append("\(error)")
        }
        return finding
    }

    /// Reads the store; if that needs a rollback first, a writing connection performs it.
    private static func verify(_ url: URL) throws -> Verification {
        do {
            return try Verifier.verify(url)
        } catch let error where error.reason == .needsRecovery {
            let queue = try DatabaseQueue(path: url.path)
            try queue.writeWithoutTransaction { try $0.execute(sql: "SELECT count(*) FROM sqlite_schema") }
            try queue.close()
            return try Verifier.verify(url)
        }
    }

    private static func problems(_ verification: Verification) -> [String] {
        verification.damages.map { "damage: \($0)" }
            + verification.drifts.filter { !$0.isExtra }.map { "drift: \($0)" }
            + verification.badValues.map { "\($0.table).\($0.column): \($0.problem)" }
    }

    /// The files next to the store that should not exist.
    private func leftovers(beside url: URL) throws -> [String] {
        let names: [String] = try FileManager.default.contentsOfDirectory(
            atPath: url.deletingLastPathComponent().path
        )
        let known: Set<String> = Set(["", "-wal", "-shm", "-files"].map { StoreFiles.store + $0 })
        return names.filter { !known.contains($0) }.map { "'\($0)' is left over" }
    }
}
