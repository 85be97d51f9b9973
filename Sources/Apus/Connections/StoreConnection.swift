import ApusStore
import GRDB

/// A connection to a container's store, and the statements that are prepared on it.
final class StoreConnection: Sendable {
    private let database: DatabaseQueue
    /// What says whether the connection is of use; `nil` for the one that writes.
    private let reader: StoreReader?
    /// Whether a migration owns the connection, and goes on with it.
    private let isBorrowed: Bool
    private let statements = StatementCache()

    /// The connection that writes.
    init(writing store: Store) { (database, reader, isBorrowed) = (store.database, nil, store.isBorrowed) }

    init(_ reader: StoreReader) { (database, self.reader, isBorrowed) = (reader.database, reader, false) }

    /// Whether the connection reads what is in the file: see `StoreReader`.
    var isCurrent: Bool { reader?.isCurrent ?? true }

    /// Runs work that reads on the connection.
    func read<Result>(_ work: (StoreAccess) throws -> Result) rethrows -> Result {
        try database.unsafeReentrantRead { try work(StoreAccess(database: $0, statements: statements)) }
    }

    /// Runs work that writes on the connection.
    func write<Result>(_ work: (StoreAccess) throws -> Result) rethrows -> Result {
        try database.unsafeReentrantWrite { try work(StoreAccess(database: $0, statements: statements)) }
    }

    /// Closes the connection.
    ///
    /// - Parameter finalize: Finalizes other statements of the connection.
    /// - Throws: `DatabaseError`.
    func close(finalizing finalize: () -> Void = {}) throws {
        // On the connection's queue: SQLite forbids using a connection from two threads.
        database.unsafeReentrantWrite { _ in
            statements.removeAll()
            finalize()
        }
        if !isBorrowed { try database.close() }
    }
}

/// A connection while a transaction uses it.
struct StoreAccess {
    let database: Database
    fileprivate let statements: StatementCache

    /// The prepared statement for a key.
    func statement(_ key: StatementCache.Key, sql: @autoclosure () -> String) throws -> PreparedStatement {
        try statements.statement(key, database, sql: sql())
    }

    /// Runs statements that may call ``PackingFunction``.
    ///
    /// - Parameters:
    ///   - packer: What packs their rows; `nil` if they do not call it.
    ///   - run: Prepares and runs them.
    /// - Returns: What the closure returns.
    /// - Throws: The error of the closure; `DatabaseError`.
    func packing<Result>(_ packer: RowPacker?, _ run: () throws -> Result) throws -> Result {
        guard let packer, packer.isCalledByStatement else { return try run() }
        return try statements.packing(database).call(for: packer, run)
    }
}
