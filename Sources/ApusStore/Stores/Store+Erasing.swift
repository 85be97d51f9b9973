import ApusSchema
package import Foundation
package import GRDB

extension Store {
    /// Deletes all objects, and what migrations have set aside, in the caller's transaction. The identities of the deleted objects are
    /// not used again.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction that writes.
    ///   - seed: The seed data that the store gets. Without it, the store remembers which rows it got, so that they do not come again.
    /// - Throws: `StoreError`, `DatabaseError`; the caller rolls back.
    package func eraseObjects(_ db: Database, loading seed: SeedSource? = nil) throws {
        try beginHistory(db, author: nil, context: nil)
        for table in layout.tables { try db.execute(sql: "DELETE FROM \(SQLText.name(table.name))") }
        if try db.tableExists(StoreFormat.asideTable) {
            let sql = "DELETE FROM \(StoreFormat.asideTable) WHERE model = ?"
            try db.execute(sql: sql, arguments: [schema.model])
        }
        try endHistory(db)
        guard let seed else { return }
        try SeedLoadRecord.removeAll(of: schema.model, db)
        try seed.load(into: db, schema, layout, path: path)
    }

    /// Runs work with what it deletes being overwritten, in the file and in the log.
    ///
    /// - Parameters:
    ///   - db: The connection, outside of a transaction.
    ///   - work: The work.
    /// - Throws: The error of the work; `DatabaseError`.
    package func overwritingDeletedValues(_ db: Database, _ work: () throws -> Void) throws {
        let before = try Int.fetchOne(db, sql: "PRAGMA secure_delete") ?? 0
        try db.execute(sql: "PRAGMA secure_delete = ON")
        defer { try? db.execute(sql: "PRAGMA secure_delete = \(before == 2 ? "FAST" : "\(before)")") }
        try work()
    }

    /// Removes the external files that no row refers to.
    ///
    /// - Parameter db: The connection, outside of a transaction.
    package func removeUnusedFiles(_ db: Database) {
        guard let files else { return }
        // Nothing is wrong if a reader still needs the log, or a file stays: the next migration removes what no row refers to.
        _ = try? db.checkpoint(.truncate)
        try? db.inTransaction(.immediate) {
            try files.collect(db)
            return .rollback
        }
    }

    /// Deletes a store with all of its files.
    ///
    /// - Parameter url: The store's file.
    /// - Throws: `StoreError`: `locked` if the store is open, here or in another process; `missing` if there is none, and another
    ///   reason if the file is not a store. The store is unchanged then.
    package static func delete(at url: URL) throws(StoreError) {
        let file = StoreFile(url)
        try StoreError.wrapping(file.path) {
            try StoreReplacement.requireStore(file)
            try StoreReplacement.delete(file)
            // They have what the store had, and nothing else would find them any more.
            StoreDraft.removeAbandoned(of: file)
        }
    }

    /// Removes the copies of a store in a file that a process which was killed has left beside it, unless a process is making one.
    package func removeAbandonedCopies() {
        if let file, !isReadOnly, !isBorrowed { StoreDraft.removeAbandoned(of: file) }
    }
}
