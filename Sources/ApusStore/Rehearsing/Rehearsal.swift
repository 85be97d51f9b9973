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
            var effects = try RowComparison(lineage: lineage, source: source, db: db).effects()
            try effects.findSetAside(by: report.plan, db)
            return Rehearsal(report: report, effects: effects)
        }
    }
}

extension RowEffects {
    /// Adds what the migration set aside, and which of the lost values are among it.
    fileprivate mutating func findSetAside(by plan: Plan, _ db: Database) throws {
        let model = plan.target.schema.model
        setAside = try SetAside.read(db, of: model, in: RowComparison.after, addedSince: RowComparison.before)
        // A loss has the newer path of its property, or the older one if the property is removed.
        let counts = setAside.compactMap { aside -> (path: ElementPath, schema: Schema, count: Int)? in
            if let path = aside.path(in: plan) { return (path, plan.target.schema, aside.count) }
            return aside.olderPath(in: plan).map { ($0, plan.source.schema, aside.count) }
        }
        values = values.map { values in
            let found = counts.filter {
                $0.path.property == values.path.property && $0.path.isObject(of: values.path.entity, $0.schema)
            }
            var values = values
            // Other objects may have been removed since, with the same attribute.
            values.setAside = min(values.lost, found.reduce(0) { $0 + $1.count })
            return values
        }
    }
}

extension SetAside {
    /// The property as the plan's target names it; `nil` for objects, and for a property that a later stage removes.
    fileprivate func path(in plan: Plan) -> ElementPath? {
        guard let property else { return nil }
        let later = plan.stages.drop { $0.to.version?.description != to }.dropFirst()
        return later.reduce(ElementPath(entity, property)) { path, stage in path.flatMap { stage.overall.newer($0) } }
    }

    /// The property as the plan's source names it; `nil` for objects, and for a property that an earlier stage adds.
    fileprivate func olderPath(in plan: Plan) -> ElementPath? {
        guard let property, let own = plan.stages.firstIndex(where: { $0.to.version?.description == to }) else {
            return nil
        }
        return plan.stages[...own].reversed().reduce(ElementPath(entity, property)) { path, stage in
            path.flatMap { stage.overall.inverted.newer($0) }
        }
    }
}

extension ElementPath {
    /// Whether objects of the path's entity are objects of another one of the schema.
    fileprivate func isObject(of other: String, _ schema: Schema) -> Bool {
        entity == other
            || schema.entity(entity).map(schema.ancestors)?.contains { $0.name == other } == true
    }
}
