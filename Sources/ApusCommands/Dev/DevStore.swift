import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
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
    /// The copies that were made.
    let copies = DevCopies()
    /// Whether the user has stopped the command.
    let isStopped: @Sendable () -> Bool
    /// Whether the files have been as they were read for a while: a file that is being written may lack elements, and still be valid.
    let isSettled: () -> Bool

    /// Makes the store, or migrates it to the head.
    ///
    /// - Returns: What was done, in words.
    /// - Throws: `CommandFailure`; the store is unchanged then.
    func follow(_ loaded: LoadedModel) throws -> String {
        try failing(locating: loaded.locations) {
            guard PathKind(path) != .nothing else { return "made with \(try make(loaded)) rows" }
            do {
                return try migrate(loaded)
            } catch let error as StoreError {
                guard Self.mayReset(after: error) else { throw error }
                let failure = CommandFailure(error, locating: loaded.locations)
                guard resets else {
                    throw failure.noting(
                        "'apus dev \(path.shellWord) --reset' keeps a copy of the store, and makes a new one with made-up rows"
                    )
                }
                guard isSettled() else { throw failure }
                Console.report(failure)
                let copy = BackupLocations.free("\(path)\(StoreCopies.infix)head")
                let rows = try make(loaded, keeping: copy)
                return
                    "made again with \(rows) rows, because it could not follow; the old store is in \(copy.relativePath)"
                    + copies.add(copy)
            }
        }
    }

    /// Whether a store may be replaced by a new one: an unreleased head made it, and decisions about the head are what keeps it from
    /// following. A store that is locked or damaged, code that this program does not have, or values that a mapping refuses are not
    /// the head's affair. A store of a released version may be a user's.
    static func mayReset(after error: StoreError) -> Bool {
        guard case .planning(.refused(let stages)) = error.reason else { return false }
        return !stages.isEmpty && stages.allSatisfy { $0.from.version == nil }
    }

    /// Makes the store. The one that is there is kept as a copy, if there is one.
    private func make(_ loaded: LoadedModel, keeping copy: URL? = nil) throws -> Int {
        let state = try loaded.planner.state(of: .head)
        let report = try seeder.seed(storeURL(path), holding: state, isReplacing: copy != nil, keeping: copy) { _ in
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
        let url = storeURL(path)
        var migrator = loaded.migrator(to: .head)
        migrator.keys = seeder.keys
        migrator.isCancelled = isStopped
        let beside = try BackupLocations(BackupLocations.beside, stores: 1).location(for: path)
        if Self.needsCopy(try migrator.plan(url)) {
            migrator.backup = beside
        } else {
            migrator.mayMigrate = { !Self.needsCopy($0) }
        }
        let report: MigrationReport
        do throws(StoreError) {
            report = try migrator.migrate(url)
        } catch {
            guard error.reason == .cancelled, !isStopped() else { throw error }
            // Another process has changed the store since it was looked at, so now it needs a copy.
            migrator.backup = beside
            migrator.mayMigrate = { _ in true }
            report = try migrator.migrate(url)
        }
        Console.report(report.brokenRules.map { BadValuesRecord($0).warning(of: path, isTried: false) })
        if report.plan.isEmpty { return "unchanged" }
        let count = report.plan.stages.reduce(0) { $0 + $1.changes.count }
        let kept = report.backup.map { ", the old store is in \($0.relativePath)\(copies.add($0))" } ?? ""
        return "migrated, \(count) change\(count == 1 ? "" : "s"), \(report.rowsWritten) rows written\(kept)"
    }

    /// Whether a store is copied before it is migrated: what a mapping decides may change or drop values, also where it accepts no loss,
    /// and a store of a released version may be needed elsewhere, while there may be no way back from an unreleased head.
    private static func needsCopy(_ plan: Plan) -> Bool {
        let leavesReleases = plan.source.version != nil && plan.target.version == nil
        return leavesReleases || !plan.losses.isEmpty || plan.stages.contains(where: \.isMapped)
    }
}

/// The copies of a store that one run of `apus dev` has made. An afternoon of edits would fill the disk, so it keeps the first one, which has
/// the store as it was before, and the newest ones.
final class DevCopies {
    /// The number of copies that are kept.
    static let limit = 5

    private var made: [URL] = []

    /// Adds a copy, and removes one if there are too many.
    ///
    /// - Returns: What was removed, to follow the sentence about the new one; empty if nothing was.
    func add(_ copy: URL) -> String {
        made.append(copy)
        guard made.count > Self.limit else { return "" }
        let old = made.remove(at: 1)
        // A copy that is in use stays.
        guard (try? Store.delete(at: old)) != nil else { return "" }
        return ", and the older copy \(old.relativePath) was removed"
    }
}

extension CommandFailure {
    /// The same failure with one more note.
    fileprivate func noting(_ note: String) -> CommandFailure {
        CommandFailure(
            diagnostics,
            notes: notes + [note],
            unchanged: unchanged,
            kind: kind,
            refused: refused,
            code: code
        )
    }
}
