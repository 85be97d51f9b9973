import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// The result of migrating a copy of a store.
public struct Rehearsal: Hashable, Sendable {
    /// The report of the copy's migration.
    public let report: MigrationReport

    /// The effects on the copy's rows.
    public let effects: RowEffects
}

extension Migrator {
    /// Migrates a copy of a store, and compares its rows before and after. The store itself is only read.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - folder: The folder for the copy; the system's folder for temporary files by default.
    ///   - progress: Called from time to time with the progress.
    /// - Returns: The effects of the migration.
    /// - Throws: `StoreError`, as the migration would.
    public func rehearse(
        _ url: URL,
        in folder: URL = FileManager.default.temporaryDirectory,
        progress: @escaping (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> Rehearsal {
        // The copy has the store's data, so no other user may read it.
        let ownFolder = try StoreError.wrapping(folder.path) { try RehearsalFolder(in: folder) }
        defer { ownFolder.remove() }
        return try StoreError.wrapping(url.relativePath) {
            try rehearse(url, keeping: ownFolder.url.appending(path: url.lastPathComponent), progress: progress)
        }
    }

    /// Migrates a copy of a store like ``rehearse(_:in:progress:)``, and keeps the copy.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - copyURL: The file of the copy, in a folder that only this user can read.
    ///   - progress: Called from time to time with the progress.
    /// - Returns: The effects of the migration.
    /// - Throws: `StoreError`, as the migration would.
    package func rehearse(
        _ url: URL,
        keeping copyURL: URL,
        progress: @escaping (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> Rehearsal {
        let file = StoreFile(url)
        return try StoreError.wrapping(file.path) {
            let copy = StoreFile(copyURL, shownAs: file.path)
            let isSecret = try file.reading(timeout: timeout) { database -> Bool in
                copy.remove()
                return try database.read { db -> Bool in
                    let plan = try planWithSpace(file, db).0
                    try StoreCopy.write(db, to: copy) { fraction in
                        progress(.copying(fraction))
                        try checkCancellation(file)
                    }
                    // All of them: which ones rows refer to is written in pages that the migration may not read.
                    let files = ExternalFiles(ofStoreAt: file.location)
                    try files.copy(Set(files.names()), to: ExternalFiles(ofStoreAt: copy.location))
                    return plan.encryptsValues
                }
            }
            return try rehearse(file, on: copy, isSecret: isSecret, progress)
        }
    }

    /// Migrates a copy while another connection still reads its old state.
    private func rehearse(
        _ file: StoreFile,
        on copy: StoreFile,
        isSecret: Bool,
        _ progress: @escaping (MigrationProgress) -> Void
    ) throws -> Rehearsal {
        let database = try DatabaseQueue()
        defer { try? database.close() }
        return try database.writeWithoutTransaction { db in
            // All databases of a connection have one encoding.
            if let encoding = DatabaseHeader(at: copy.location)?.encoding {
                try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
            }
            // The copy has the files of the rows before, and those that code writes. The app may remove the store's own at any time.
            try SealFunctions.prepare(db, keys, ExternalFiles(ofStoreAt: copy.location), isSecret: isSecret)
            for name in [RowComparison.before, RowComparison.after] {
                try db.execute(sql: "ATTACH DATABASE ? AS \(name)", arguments: [copy.location])
            }
            // In WAL mode, a read transaction sees one state all the time.
            try db.execute(sql: "PRAGMA \(RowComparison.before).journal_mode = WAL; BEGIN")
            defer { try? db.execute(sql: "ROLLBACK") }
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(RowComparison.before).sqlite_schema")
            var migrator = self
            // The copy itself needs no copy.
            migrator.backup = nil
            migrator.isDurable = false
            migrator.keepsFiles = true
            let report = try migrator.migrate(copy, progress: progress)
            let source = report.plan.source.layout
            let lineage = Lineage(
                from: source,
                over: report.plan.passes.map { TablePass($0) },
                to: report.plan.target.layout
            )
            let effects = try RowComparison(lineage: lineage, source: source, db: db).effects()
            return Rehearsal(report: report, effects: effects)
        }
    }
}
