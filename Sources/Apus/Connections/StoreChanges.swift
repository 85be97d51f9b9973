import Foundation
import GRDB

/// Counts the changes of a store, so that a context can tell whether others have changed it.
///
/// The count is up to date only on the connection that writes. Elsewhere it may lack changes by other processes, so a context
/// that began to read at such a count compares more rows than it has to, never fewer.
final class StoreChanges: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    private var numberByOthers = 0
    // These two are only used on the queue of the connection that writes.
    private var version: Int64?
    private var statement: Statement?

    /// The number of changes that are known so far. Ask for it before a transaction that reads begins.
    var known: Int { lock.withLock { number } }

    /// The number of changes so far: saves of this container's contexts, and times when other connections were found to
    /// have changed the store.
    ///
    /// - Parameter database: The connection that writes.
    /// - Returns: The number.
    /// - Throws: `DatabaseError`.
    func count(_ database: Database) throws -> Int {
        // SQLite's number changes if another connection has committed a change.
        let statement = try self.statement ?? database.makeStatement(sql: "PRAGMA data_version")
        self.statement = statement
        var found: Int64?
        try PreparedStatement(statement).rows { found = RowReader.identity($0) }
        defer { version = found }
        guard let version, version != found else { return known }
        lock.withLock { numberByOthers += 1 }
        return increment()
    }

    /// How often other connections were found to have changed the store.
    var byOthers: Int { lock.withLock { numberByOthers } }

    /// Counts a save of one of this container's contexts, which is committed.
    ///
    /// - Returns: The number of changes so far.
    func noteSave() -> Int { increment() }

    private func increment() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }

    /// Finalizes the statement.
    func close() { statement = nil }
}
