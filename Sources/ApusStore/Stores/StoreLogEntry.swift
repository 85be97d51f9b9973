import GRDB

/// A migration in a store's log.
public struct StoreLogEntry: Hashable, Sendable {
    /// The version before; `nil` if it was not released.
    public let from: String?
    /// The version after; `nil` if it was not released.
    public let to: String?
    /// When it finished, as ISO 8601.
    public let finishedAt: String
    /// The duration in seconds; 0 if the log has no finite number.
    public let seconds: Double
    /// The number of rows written.
    public let rowsWritten: Int
    /// A summary of the changes.
    public let summary: String

    private static func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }

    /// Reads the newest migrations of a model, newest first; none if the store has no log.
    static func read(_ db: Database, of model: String, limit: Int? = nil) throws -> [StoreLogEntry] {
        guard try db.tableExists(StoreFormat.logTable) else { return [] }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT from_version, to_version, finished_at, seconds, rows_written, summary FROM apus_log
                WHERE model = ? ORDER BY id DESC LIMIT ?
                """,
            arguments: [model, limit ?? -1]
        ).map { row in
            StoreLogEntry(
                from: try row.decode(atIndex: 0),
                to: try row.decode(atIndex: 1),
                finishedAt: try row.decode(atIndex: 2),
                seconds: try finite(row.decode(atIndex: 3)),
                rowsWritten: try row.decode(atIndex: 4),
                summary: try row.decode(atIndex: 5)
            )
        }
    }
}
