import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// What a migration did to a copy of a store.
public struct Rehearsal: Hashable, Sendable {
    /// What was done to the copy.
    public let report: MigrationReport

    /// What that did to its rows.
    public let effects: RowEffects
}

extension Migrator {
    /// Migrates a copy of a store, and compares the copy with what it was. The store itself is only read.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - folder: Where there is room for the copy and its migration; the system's folder for temporary files by default.
    ///   - progress: Is told how far the work is, now and then.
    /// - Returns: What the migration would do.
    /// - Throws: `StoreError`, the same that the migration would throw.
    public func rehearse(
        _ url: URL,
        in folder: URL = FileManager.default.temporaryDirectory,
        progress: @escaping (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> Rehearsal {
        let file = StoreFile(url)
        return try StoreError.wrapping(file.path) {
            // The copy holds what the store holds: nobody else is to read it.
            let place: URL = folder.appending(path: "apus-rehearsal-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: place,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            defer { try? FileManager.default.removeItem(at: place) }
            let copy = StoreFile(place.appending(path: "store.sqlite"), shownAs: file.path)
            _ = try StoreCopy(source: file, target: copy).write(copy) { part in
                progress(.copying(part))
                try checkCancellation(file)
            }
            return try rehearse(on: copy, progress)
        }
    }

    /// Migrates a copy while another connection still reads what it was.
    private func rehearse(on copy: StoreFile, _ progress: @escaping (MigrationProgress) -> Void) throws -> Rehearsal {
        let database = try DatabaseQueue()
        defer { try? database.close() }
        return try database.writeWithoutTransaction { db in
            for name in [RowComparison.before, RowComparison.after] {
                try db.execute(sql: "ATTACH DATABASE ? AS \(name)", arguments: [copy.location])
            }
            // With a log, a transaction that reads sees one state all along.
            try db.execute(sql: "PRAGMA \(RowComparison.before).journal_mode = WAL; BEGIN")
            defer { try? db.execute(sql: "ROLLBACK") }
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(RowComparison.before).sqlite_schema")
            let report: MigrationReport = try migrate(copy, progress: progress)
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
