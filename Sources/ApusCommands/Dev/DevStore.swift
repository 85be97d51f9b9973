import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSeeding
import ApusStore
import ArgumentParser
import Foundation

/// The store of a developer, which follows the head.
struct DevStore {
    /// The path as the user wrote it.
    let path: String
    /// What a new store is filled with.
    let seeder: Seeder
    /// Whether a store that cannot follow is copied, and replaced by a new one.
    let resets: Bool
    /// Whether the user has stopped the command.
    let isStopped: @Sendable () -> Bool

    /// Makes the store, or migrates it to the head.
    ///
    /// - Returns: What was done, in words.
    /// - Throws: `CommandFailure`; the store is unchanged then.
    func follow(_ loaded: LoadedModel) throws -> String {
        try failing(locating: loaded.locations) {
            guard PathKind(path) != .nothing else { return "made with \(try make(loaded, isReplacing: false)) rows" }
            do {
                return try migrate(loaded)
            } catch let error as StoreError {
                // Only what needs a decision: a store that is locked or damaged is not the head's affair.
                let failure = CommandFailure(error, locating: loaded.locations)
                guard resets, failure.code == CommandFailure.Codes.refused else { throw error }
                Console.report(failure)
                let copy = BackupLocations.free("\(path)\(StoreCopies.infix)head")
                try StoreCopies.make(of: storeURL(path), at: copy)
                let rows = try make(loaded, isReplacing: true)
                return
                    "made again with \(rows) rows, because it could not follow; the old store is in \(copy.relativePath)"
            }
        }
    }

    private func make(_ loaded: LoadedModel, isReplacing: Bool) throws -> Int {
        let state = try loaded.planner.state(of: .head)
        let report = try seeder.seed(storeURL(path), holding: state, isReplacing: isReplacing) { _ in
            if isStopped() { throw cancelled }
        }
        return report.rows
    }

    private var cancelled: CommandFailure {
        CommandFailure(
            [.error("cancelled", at: SourceLocation(file: path), help: [])],
            code: CommandFailure.Codes.stopped
        )
    }

    private func migrate(_ loaded: LoadedModel) throws -> String {
        var migrator = loaded.migrator(to: .head)
        migrator.keys = seeder.keys
        migrator.isCancelled = isStopped
        let beside = try BackupLocations(BackupLocations.beside, stores: 1).location(for: path)
        // What a mapping decides may change or drop values, also where it accepts no loss.
        let plan = try migrator.plan(storeURL(path))
        // A store of a released version may be needed elsewhere, and there may be no way back from an unreleased head.
        let leavesReleases = plan.source.version != nil && plan.target.version == nil
        if leavesReleases || !plan.losses.isEmpty || plan.stages.contains(where: \.isMapped) {
            migrator.backup = beside
        }
        let report = try migrator.migrate(storeURL(path))
        Console.report(report.brokenRules.map { BadValuesRecord($0).warning(of: path, isTried: false) })
        if report.plan.isEmpty { return "unchanged" }
        let count = report.plan.stages.reduce(0) { $0 + $1.changes.count }
        let kept = report.backup.map { ", the old store is in \($0.relativePath)" } ?? ""
        return "migrated, \(count) change\(count == 1 ? "" : "s"), \(report.rowsWritten) rows written\(kept)"
    }
}
