import Foundation
package import GRDB

/// A copy of a store's pages, from which the store can be put back if a change that is committed has to be undone after all.
///
/// Its external files are not copied: until the change is final, none of them may be removed.
///
/// The copy of a file has a name of its own beside it, and is removed with the snapshot. What a killed process leaves is removed by
/// the next one that makes a copy or a migration of the store.
package final class StoreSnapshot {
    private let path: String
    /// `nil` for a store in memory.
    private let draft: StoreDraft?
    private let memory: DatabaseQueue?

    /// Copies a store in a file.
    ///
    /// - Parameter store: The store, of which a connection has the write lock, and has written nothing.
    /// - Throws: `StoreError`, such as `diskFull`; no copy is left then.
    package init?(of store: Store) throws(StoreError) {
        guard let file = store.file else { return nil }
        let draft = try StoreDraft(of: file)
        (path, memory, self.draft) = (store.path, nil, draft)
        do {
            try StoreError.wrapping(store.path) {
                // Users who may not read the store must not be able to read the copy.
                let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
                _ = FileManager.default.createFile(atPath: draft.file.location, contents: nil, attributes: attributes)
                // SQLite copies nothing with a connection that is in a transaction that writes.
                let reader = try file.openForReading()
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
        (path, draft) = (store.path, nil)
        memory = try StoreError.wrapping(store.path) {
            let memory = try DatabaseQueue()
            try memory.writeWithoutTransaction { try db.backup(to: $0) }
            return memory
        }
    }

    deinit { draft?.remove() }

    /// Gives the store the copied pages, in one transaction of SQLite: other connections read either the one state or the other.
    ///
    /// - Parameter db: The connection of the store that writes, outside of a transaction.
    /// - Throws: `StoreError`; the store is unchanged then.
    package func putBack(_ db: Database) throws(StoreError) {
        try StoreError.wrapping(path) {
            guard let draft else {
                try memory?.read { try $0.backup(to: db) }
                return
            }
            let copy = try draft.file.openForReading()
            defer { try? copy.close() }
            try copy.read { try $0.backup(to: db) }
        }
    }
}
