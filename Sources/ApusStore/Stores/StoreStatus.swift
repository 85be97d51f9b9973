import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// What can be told of a store at a glance.
public struct StoreStatus: Sendable {
    /// A migration that the store remembers.
    public struct LogEntry: Hashable, Sendable {
        /// The version before; `nil` where it was not released.
        public let from: String?
        /// The version after; `nil` where it was not released.
        public let to: String?
        /// When it ended, ISO 8601.
        public let finishedAt: String
        /// How long it took, in seconds.
        public let seconds: Double
        /// The rows that were written anew.
        public let rowsWritten: Int
    }

    /// What the store says of itself.
    public let description: StoreDescription

    /// The number of the store's format.
    public let format: Int

    /// The rows of each entity, in the schema's order.
    public let rows: [(entity: String, count: Int)]

    /// The size of the file in bytes, its write-ahead log included.
    public let bytes: Int

    /// The store's migrations, newest first, ten at most.
    public let log: [LogEntry]

    /// Reads a store's status.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` where the store holds just one.
    /// - Throws: `StoreError`.
    public init(of url: URL, model: String? = nil) throws(StoreError) {
        let file = StoreFile(url)
        self = try StoreError.wrapping(file.path) {
            try file.openForReading().read { db in try StoreStatus(db, file, model: model) }
        }
    }

    private init(_ db: Database, _ file: StoreFile, model: String?) throws {
        self.description = try StoreDescription.read(db, model: model, path: file.path)
        self.format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        self.rows = try description.state.schema.entities.map { entity in
            let count: Int? = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(entity.name))")
            return (entity.name, count ?? 0)
        }
        self.bytes = ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path + suffix)
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
        self.log = try Row.fetchAll(
            db,
            sql: """
                SELECT from_version, to_version, finished_at, seconds, rows_written FROM apus_log
                WHERE model = ? ORDER BY id DESC LIMIT 10
                """,
            arguments: [description.model]
        ).map { row in
            LogEntry(
                from: try row.decode(atIndex: 0),
                to: try row.decode(atIndex: 1),
                finishedAt: try row.decode(atIndex: 2),
                seconds: try row.decode(atIndex: 3),
                rowsWritten: try row.decode(atIndex: 4)
            )
        }
    }
}
