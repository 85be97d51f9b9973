import ApusSchema
import Foundation
import GRDB

/// Copies stores with SQLite's backup API, which reads a consistent state while others write.
struct StoreCopy {
    let source: StoreFile
    let target: StoreFile
    /// Whether the source may be on a read-only disk, and the copy is a store to be written whatever the source's permissions are.
    var isTemplate = false
    /// Examines and changes the complete copy before it gets its name.
    var preparing: (StoreFile) throws -> Void = { _ in }

    /// Copies a store and its external files, and compares the two.
    ///
    /// The copy gets its name when it is complete and synced to disk, so that no process ever sees an incomplete copy.
    ///
    /// - Parameter progress: Called with the completed fraction, from 0 to 1; an error that it throws stops the
    ///   copying.
    /// - Throws: `StoreError`, or the error of `progress`; no copy is left then.
    func make(progress: @escaping (Double) throws -> Void = { _ in }) throws {
        try publish(StoreDraft(of: target, copying: source)) { draft in
            let reader = try openSource()
            defer { try? reader.database.close() }
            let watch = try openSource()
            defer { try? watch.database.close() }
            return try write(reader.database, to: draft, watch.database, progress)
        }
    }

    /// Copies a store through a connection that keeps all others away, so that the copy is what the caller goes on with.
    ///
    /// Nothing here may open the store's file: closing it again would end the connection's lock
    /// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
    ///
    /// - Parameter db: The connection, outside a transaction.
    /// - Throws: `StoreError`; no copy is left then.
    func make(from db: Database) throws {
        // The caller has a draft of its own in this folder.
        try publish(StoreDraft(of: target)) { draft in
            try writeFiles(StoreError.wrapping(source.path) { try ExternalFiles.used(db) }, of: draft)
            try Self.write(db, to: draft) { _ in }
            return try Self.rowCounts(db)
        }
    }

    /// Writes a draft, compares it with the store, and gives it its name.
    ///
    /// - Parameters:
    ///   - held: The draft.
    ///   - write: Writes the copy, and returns the number of rows per table of the store.
    /// - Throws: `StoreError`, or the error of `write`; no copy is left then.
    private func publish(
        _ held: @autoclosure () throws -> StoreDraft,
        _ write: (StoreFile) throws -> [String: Int]
    ) throws {
        guard !target.exists else { throw StoreError(target.path, .exists) }
        let held = try held()
        defer { held.remove() }
        let draft = held.file
        try StoreError.wrapping(target.path) {
            // Users who may not read the store must not be able to read the copy, not even while it is being made.
            let manager = FileManager.default
            let permissions = try manager.attributesOfItem(atPath: source.location)[.posixPermissions]
            _ = manager.createFile(atPath: draft.location, contents: nil, attributes: [.posixPermissions: 0o600])
            let counts = try write(draft)
            try Self.compare(draft, with: counts, target)
            try preparing(draft)
            if let permissions, !isTemplate {
                try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: draft.location)
            }
            try DiskWriting.flush(draft.location)
        }
        try StoreError.wrapping(target.path) { try draft.publish(as: target) }
        DiskWriting.flushFolder(of: target.location)
    }

    private func openSource() throws -> StoreReader {
        try isTemplate ? source.openReader() : StoreReader(database: source.openForReading())
    }

    /// Copies one state of the store: its files, then its pages.
    ///
    /// A writer that replaces a large value removes its former file after its commit, whatever readers there are. So the files are linked
    /// first, and once more if another commit came in between.
    ///
    /// - Returns: The number of rows per table.
    private func write(
        _ from: DatabaseQueue,
        to draft: StoreFile,
        _ watch: DatabaseQueue,
        _ progress: @escaping (Double) throws -> Void
    ) throws -> [String: Int] {
        func state() throws -> Int? { try watch.read { try Int.fetchOne($0, sql: "PRAGMA data_version") } }
        for _ in 0..<100 {
            let before = try state()
            // In one read transaction, so that the row counts and the external files belong to the copied state.
            let counts: [String: Int]? = try from.read { db in
                // What cannot be read is in the store, not in the copy.
                let files = try StoreError.wrapping(source.path) { try ExternalFiles.used(db) }
                try writeFiles(files, of: draft)
                if files?.isEmpty != true, try state() != before { return nil }
                try Self.write(db, to: draft, progress)
                return try StoreError.wrapping(source.path) { try Self.rowCounts(db) }
            }
            if let counts { return counts }
            ExternalFiles(ofStoreAt: draft.location).removeAll(except: [])
        }
        throw StoreError(source.path, .locked)
    }

    /// Copies a store's pages into a private file.
    ///
    /// - Parameters:
    ///   - db: A connection to the store.
    ///   - draft: The file.
    ///   - progress: Called with the completed fraction.
    /// - Throws: `DatabaseError`, or the error of `progress`.
    static func write(_ db: Database, to draft: StoreFile, _ progress: @escaping (Double) throws -> Void) throws {
        let to = try draft.openForWriting(enforcesForeignKeys: false)
        defer { try? to.close() }
        try to.writeWithoutTransaction { copy in
            try copy.execute(sql: "PRAGMA synchronous = OFF")
            try db.backup(to: copy, pagesPerStep: 1024) { step in
                try progress(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
            }
        }
    }

    /// Copies the external files with some names; all of them if it is not known which ones rows refer to.
    private func writeFiles(_ names: Set<String>?, of draft: StoreFile) throws {
        let files = ExternalFiles(ofStoreAt: source.location)
        do {
            try files.copy(names ?? Set(files.names()), to: ExternalFiles(ofStoreAt: draft.location))
        } catch let error as ExternalFileError {
            throw StoreError(source.path, error.reason)
        }
    }

    /// The number of rows per table. Virtual tables are counted by their shadow tables.
    private static func rowCounts(_ db: Database) throws -> [String: Int] {
        let tables: [String] = try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        )
        var counts: [String: Int] = [:]
        for table in tables { counts[table] = try db.rowCount(SQLText.name(table)) }
        return counts
    }

    /// Checks that a copy is sound and has all rows.
    private static func compare(_ draft: StoreFile, with counts: [String: Int], _ target: StoreFile) throws {
        try draft.reading { database in
            try database.read { db in
                let damage: String? = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
                guard damage == "ok" else { throw StoreError(target.path, .damaged(damage ?? "")) }
                let found = try rowCounts(db)
                guard found == counts else {
                    let table: String = counts.keys.sorted().first { counts[$0] != found[$0] } ?? ""
                    throw StoreError(target.path, .failedCheck("the copy lacks rows of '\(table)'"))
                }
            }
        }
    }
}
