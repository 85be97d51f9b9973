import Foundation
package import GRDB

/// A copy of a store's pages, from which the store can be put back if a change that is committed has to be undone after all.
///
/// Its external files are not copied: until the change is final, none of them may be removed.
///
/// The copy of a file has a name of its own beside it, and is removed with the snapshot, unless it is kept. What a killed process
/// leaves is removed when several stores are opened together, when the store is migrated or deleted, and before the next copy.
package final class StoreSnapshot {
    private let path: String
    /// `nil` for a store in memory.
    private let original: StoreFile?
    /// `nil` for a store in memory.
    private let draft: StoreDraft?
    private let memory: DatabaseQueue?
    /// Whether the copy stays when the snapshot is gone.
    private var isKept = false

    /// What follows the store's name in that of a copy that is kept, before a UUID. It is not a draft's, which is removed.
    private static let suffix: String = StoreCopies.infix + StoreCopies.reset

    /// Copies a store in a file.
    ///
    /// - Parameter store: The store, of which a connection has the write lock, and has written nothing.
    /// - Throws: `StoreError`, such as `diskFull`; no copy is left then.
    package init?(of store: Store) throws(StoreError) {
        guard let file = store.file else { return nil }
        let draft = try StoreDraft(of: file)
        (path, original, memory, self.draft) = (store.path, file, nil, draft)
        do {
            try StoreError.wrapping(store.path) {
                // Users who may not read the store must not be able to read the copy.
                let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
                _ = FileManager.default.createFile(atPath: draft.file.location, contents: nil, attributes: attributes)
                // SQLite copies nothing with a connection that is in a transaction that writes. The other one must not be to
                // another store that has the name now.
                let reader = try store.makeReader().database
                defer { try? reader.close() }
                try reader.read { try StoreCopy.write($0, to: draft.file) { _ in } }
            }
        } catch {
            draft.remove()
            throw error
        }
    }

    /// Copies a store in memory.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - db: Its connection, outside of a transaction.
    /// - Throws: `StoreError`.
    package init(of store: Store, inMemory db: Database) throws(StoreError) {
        (path, original, draft) = (store.path, nil, nil)
        memory = try StoreError.wrapping(store.path) {
            let memory = try DatabaseQueue()
            try memory.writeWithoutTransaction { try db.backup(to: $0) }
            return memory
        }
    }

    deinit { if !isKept { draft?.remove() } }

    /// SQLite's number of a connection, which changes if another connection commits, and not if this one does.
    package static func version(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA data_version") }

    /// Gives the store the copied pages, in one transaction of SQLite: other connections read either the one state or the other.
    ///
    /// In a store with a log, the pages are written to the log first, so the disk needs the space for them once more. It is that of the
    /// former log if no reader needs this one any longer.
    ///
    /// - Parameters:
    ///   - db: The connection of the store that writes, outside of a transaction.
    ///   - version: Its ``version(_:)`` in the transaction that is to be undone.
    /// - Throws: `StoreError`, also if another connection has committed since; the store is unchanged then.
    package func putBack(_ db: Database, since version: Int?) throws(StoreError) {
        try StoreError.wrapping(path) {
            // What was committed is in the log, and would be kept beside all the copied pages.
            _ = try? db.checkpoint(.truncate)
            // At the last moment: SQLite lets no transaction include a backup.
            guard try Self.version(db) == version else {
                throw StoreError(path, .failedCheck("another process has saved changes meanwhile"))
            }
            guard let draft else {
                try memory?.read { try $0.backup(to: db) }
                return
            }
            // A connection with locks would write files beside the copy, for which a full disk has no space.
            let copy = try draft.file.openReader()
            defer { try? copy.database.close() }
            try copy.database.read { try $0.backup(to: db) }
        }
    }

    /// Keeps the copy under another name, with the external files of its rows: it is all that is left of what the store had.
    ///
    /// - Returns: The path of the copy; `nil` for a store in memory.
    package func keep() -> String? {
        guard let draft, let original else { return nil }
        isKept = true
        let kept = StoreFile(URL(fileURLWithPath: original.location + Self.suffix + UUID().uuidString))
        do {
            try FileManager.default.moveItem(atPath: draft.file.location, toPath: kept.location)
        } catch {
            // The next draft removes it, and until then it is there.
            return draft.file.location
        }
        let files = ExternalFiles(ofStoreAt: original.location)
        let used = try? kept.reading { database in try database.read { try ExternalFiles.used($0) } }
        // Links need no space. Where there are none, the files stay in the store's folder until its next migration or reset.
        try? files.copy(used ?? Set(files.names()), to: ExternalFiles(ofStoreAt: kept.location))
        try? DiskWriting.flush(kept.location)
        DiskWriting.flushFolder(of: kept.location)
        return kept.location
    }
}
