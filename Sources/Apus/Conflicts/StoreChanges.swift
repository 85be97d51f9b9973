import GRDB

/// Counts the changes of a store, so that a context can tell whether others have changed it. It is only used on the
/// database's queue, which serializes accesses.
final class StoreChanges: @unchecked Sendable {
    private var number = 0
    private var version: Int64?
    private var statement: Statement?

    /// The number of changes so far: saves of this container's contexts, and times when other connections were found to
    /// have changed the store.
    func count(_ database: Database) throws -> Int {
        // SQLite's number changes if another connection has committed a change.
        let statement = try self.statement ?? database.makeStatement(sql: "PRAGMA data_version")
        self.statement = statement
        var found: Int64?
        try PreparedStatement(statement).rows { found = RowReader.identity($0) }
        if let version, version != found { number += 1 }
        version = found
        return number
    }

    /// Counts a save of one of this container's contexts.
    ///
    /// - Returns: The number of changes so far.
    func noteSave() -> Int {
        number += 1
        return number
    }

    /// Finalizes the statement.
    func close() { statement = nil }
}
