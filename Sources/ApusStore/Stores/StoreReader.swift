package import GRDB

/// A connection that reads a store.
package struct StoreReader: Sendable {
    /// The connection.
    package let database: DatabaseQueue

    /// The file, and its state when it was opened without locks; `nil` if SQLite's locks hold.
    private let unlocked: (file: StoreFile, state: StoreFile.State)?

    init(database: DatabaseQueue, unlocked: (file: StoreFile, state: StoreFile.State)? = nil) {
        (self.database, self.unlocked) = (database, unlocked)
    }

    /// Whether the connection reads what is in the file. If not, another process has begun to write to a file that was opened
    /// without locks: what was read last may be wrong, and the connection is of no use any more.
    package var isCurrent: Bool { unlocked.map { StoreFile.State($0.file) == $0.state } ?? true }
}
