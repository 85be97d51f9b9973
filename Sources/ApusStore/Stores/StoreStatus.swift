import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// What can be told of a store at a glance.
public struct StoreStatus: Sendable {
    /// The objects of an entity.
    public struct Rows: Hashable, Sendable {
        /// The entity.
        public let entity: String
        /// How many objects there are; `nil` where their table is not there.
        public let count: Int?
    }

    /// What the store says of itself.
    public let description: StoreDescription

    /// The number of the store's format.
    public let format: Int

    /// The rows of each entity, in the schema's order.
    public let rows: [Rows]

    /// The size of the file in bytes, its write-ahead log included.
    public let bytes: Int

    /// The store's migrations, newest first, ten at most.
    public let log: [StoreLogEntry]

    /// Reads a store's status.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` where the store holds just one.
    /// - Throws: `StoreError`.
    public init(of url: URL, model: String? = nil) throws(StoreError) {
        let file = StoreFile(url)
        self = try file.reading { database in
            try database.read { db in
                try StoreStatus(db, file, StoreDescription.read(db, model: model, path: file.path))
            }
        }
    }

    /// Reads the status of each model in a store.
    ///
    /// - Parameter url: The store.
    /// - Returns: The statuses by the models' names, one at least.
    /// - Throws: `StoreError`.
    public static func all(of url: URL) throws(StoreError) -> [StoreStatus] {
        let file = StoreFile(url)
        return try file.reading { database in
            try database.read { db in
                try StoreDescription.readAll(db, path: file.path).map { try StoreStatus(db, file, $0) }
            }
        }
    }

    private init(_ db: Database, _ file: StoreFile, _ description: StoreDescription) throws {
        self.description = description
        self.format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        self.rows = try description.state.schema.entities.map { entity in
            guard try db.tableExists(entity.name) else { return Rows(entity: entity.name, count: nil) }
            let count: Int? = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(entity.name))")
            return Rows(entity: entity.name, count: count)
        }
        self.bytes = file.size
        self.log = try StoreLogEntry.read(db, of: description.model, limit: 10)
    }
}
