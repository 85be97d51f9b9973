package import Foundation
package import GRDB

extension Store {
    /// Copies the store into a file that does not exist.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - db: A connection to a store in memory; another store is read by one of its own.
    ///   - progress: Called with the completed fraction; an error that it throws stops the copying.
    /// - Throws: `StoreError`, or the error of `progress`; no copy is left then.
    package func backUp(to url: URL, _ db: Database, progress: @escaping (Double) throws -> Void) throws {
        let target = StoreFile(url)
        if let file { return try StoreCopy(source: file, target: target).make(progress: progress) }
        guard !target.exists else { throw StoreError(target.path, .exists) }
        let draft = try StoreDraft(of: target)
        defer { draft.remove() }
        try StoreError.wrapping(target.path) {
            try StoreCopy.write(db, to: draft.file, progress)
            try DiskWriting.flush(draft.file.location)
            try draft.file.publish(as: target)
        }
        DiskWriting.flushFolder(of: target.location)
    }

    /// Rewrites the store's file without free pages.
    ///
    /// - Parameter db: The connection that writes, outside of a transaction. No transaction uses it meanwhile, so saves wait instead
    ///   of failing.
    /// - Returns: By how many bytes the file is smaller, once no reader needs its log.
    /// - Throws: `StoreError`, `DatabaseError`; the store is unchanged then.
    package func compact(_ db: Database) throws -> Int {
        try checkGeneration(db)
        guard let file else { return try Self.compact(db) }
        // With a connection of its own: the other one keeps temporary tables in memory, which the whole store may not fit in.
        let database = try file.openForWriting(enforcesForeignKeys: false)
        defer { try? database.close() }
        return try database.writeWithoutTransaction(Self.compact)
    }

    private static func compact(_ db: Database) throws -> Int {
        func size() throws -> Int {
            try Int.fetchOne(db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") ?? 0
        }
        let before = try size()
        try db.execute(sql: "VACUUM")
        _ = try? db.checkpoint(.truncate)
        return try max(before - size(), 0)
    }
}
