import Foundation
import GRDB

/// Replaces a store by a new one, or deletes it.
enum StoreReplacement {
    /// Checks that a file is a store: nothing else is ever replaced.
    static func requireStore(_ file: StoreFile) throws {
        guard try file.requireFile().isStore else { throw StoreError(file.path, .notAStore) }
    }

    /// Checks that a store has one model: another one's rows and log would be gone with the file.
    ///
    /// What cannot be read now is checked when it is replaced.
    static func requireOneModel(_ file: StoreFile) throws(StoreError) {
        do {
            try file.reading { database in try database.read { db in try requireOneModel(db, of: file) } }
        } catch {
            if case .sharedStore = error.reason { throw error }
        }
    }

    private static func requireOneModel(_ db: Database, of file: StoreFile) throws {
        do {
            guard try db.tableExists(StoreFormat.modelTable) else { return }
            let names = try String.fetchAll(
                db,
                sql: "SELECT model FROM \(StoreFormat.modelTable) ORDER BY model COLLATE BINARY"
            )
            if names.count > 1 { throw StoreError(file.path, .sharedStore(names)) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            // A damaged store may be replaced: no model of it can be used.
        }
    }

    /// Replaces a store that no other process has open.
    ///
    /// - Parameters:
    ///   - file: The store to replace.
    ///   - draft: The new store, complete and synced to disk.
    ///   - files: The folder of the draft's external files, if it has any.
    ///   - copy: Where a copy of the old store is kept; no file may be there.
    /// - Throws: `StoreError.locked` if another process has the store open, `StoreError.sharedStore` if it has several models; the
    ///   store is unchanged then, and no copy is left.
    static func replace(_ file: StoreFile, with draft: StoreFile, files: URL?, keeping copy: StoreFile? = nil) throws {
        var (isCopied, isReplaced) = (false, false)
        defer { if isCopied, !isReplaced { copy?.remove() } }
        let keep: (Database) throws -> Void = { db in
            try requireOneModel(db, of: file)
            guard let copy else { return }
            try StoreCopy(source: file, target: copy).make(from: db)
            isCopied = true
        }
        try withOnlyFile(file, preparing: keep) { _ in
            let folder = URL(fileURLWithPath: file.location + ExternalFiles.suffix)
            let names = try files.map { Set(try FileManager.default.contentsOfDirectory(atPath: $0.path)) } ?? []
            let added: Set<String> = try files.map { try add($0, to: folder) } ?? []
            do {
                guard rename(draft.location, file.location) == 0 else { throw StoreError(file.path, .readOnly) }
                isReplaced = true
            } catch {
                for name in added { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
                throw error
            }
            // Until the new name is synced, a loss of power may restore the old store, which needs its files.
            DiskWriting.flushFolder(of: file.location)
            // A crash leaves some behind; `apus verify` finds them.
            ExternalFiles(ofStoreAt: file.location).removeAll(except: names)
            return .rollback
        }
    }

    /// Deletes a store that no other process has open.
    ///
    /// - Throws: `StoreError.locked` if the store is open elsewhere; it is unchanged then.
    static func delete(_ file: StoreFile) throws {
        try withOnlyFile(file, needsSpace: false) { db in
            let files = ExternalFiles(ofStoreAt: file.location)
            // Once the name is free, another process may create a store with files of its own.
            let names = files.names()
            guard unlink(file.location) == 0 else { throw StoreError(file.path, .readOnly) }
            DiskWriting.flushFolder(of: file.location)
            files.remove(names)
            // Only if it is empty.
            _ = rmdir(files.folder.path)
            // A process that has just opened the file, and waits for its lock, finds no model in it.
            try? db.execute(sql: "DELETE FROM \(StoreFormat.modelTable)")
            return .commit
        }
    }

    /// Runs work in a transaction on a store that is not open elsewhere, and that is one file, without a log.
    ///
    /// - Parameters:
    ///   - file: The store.
    ///   - needsSpace: Whether the work needs space on the disk.
    ///   - prepare: Reads the store before the transaction, when no other process can write to it any more.
    ///   - work: The work.
    /// - Throws: `StoreError.locked` if the store is open elsewhere; the errors of `prepare` and `work`.
    private static func withOnlyFile(
        _ file: StoreFile,
        needsSpace: Bool = true,
        preparing prepare: (Database) throws -> Void = { _ in },
        _ work: (Database) throws -> Database.TransactionCompletion
    ) throws {
        let database = try file.openForWriting(enforcesForeignKeys: false, needsSpace: needsSpace)
        try database.writeWithoutTransaction { db in
            // With exclusive access, the log can be checkpointed and removed, which leaves one file.
            // Otherwise closing this connection would remove files of a new store.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            let mode: String? = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            guard mode == "delete" else { throw StoreError(file.path, .locked) }
            // No journal is left next to a new store.
            try db.execute(sql: "PRAGMA journal_mode = MEMORY")
            // In this locking mode, the lock lasts until the connection is closed. SQLite's backup API does not read a store
            // through a connection that is in a transaction of its own.
            try db.inTransaction(.exclusive) { .commit }
            try prepare(db)
            try db.inTransaction(.exclusive) { try work(db) }
        }
        try database.close()
    }

    /// Copies a draft's external files into the store's folder, next to the existing ones, and returns their names.
    private static func add(_ files: URL, to folder: URL) throws -> Set<String> {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        var added: Set<String> = []
        for name in try manager.contentsOfDirectory(atPath: files.path) {
            let (new, target) = (files.appending(path: name), folder.appending(path: name))
            if manager.fileExists(atPath: target.path) {
                // The same seed generates the same files.
                guard manager.contentsEqual(atPath: new.path, andPath: target.path) else {
                    throw StoreError(target.path, .exists)
                }
                continue
            }
            try manager.copyItem(at: new, to: target)
            try DiskWriting.flush(target.path)
            added.insert(name)
        }
        DiskWriting.flushFolder(of: folder.appending(path: "x").path)
        return added
    }
}
