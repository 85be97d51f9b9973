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

    /// The objects of each entity that is not abstract, in the schema's order.
    public let rows: [Rows]

    /// The size of the file in bytes, its write-ahead log included.
    public let bytes: Int

    /// The store's migrations, newest first, ten at most.
    public let log: [StoreLogEntry]

    /// The released version that the store stood at last; `nil` if its log names none.
    package let lastVersion: String?

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
        let layout = description.state.layout
        var kinds: [String: Int] = [:]
        for table in layout.tables where try db.tableExists(table.name) {
            let counts: [String: Int] = try Self.counts(of: table, db)
            for kind in table.kinds { kinds[kind] = counts[table.entity == nil ? "" : kind] ?? 0 }
        }
        self.rows = description.state.schema.entities.filter { !$0.isAbstract }.map { entity in
            Rows(entity: entity.name, count: kinds[entity.name])
        }
        self.bytes = file.size
        let log: [StoreLogEntry] = try StoreLogEntry.read(db, of: description.model)
        self.log = Array(log.prefix(10))
        lastVersion = StoreLogEntry.lastVersion(in: log)
    }

    /// How many rows a table has of each kind; under no name where it does not tell kinds.
    private static func counts(of table: Table, _ db: Database) throws -> [String: Int] {
        let name: String = SQLText.name(table.name)
        guard let entity = table.entity, try db.columns(in: table.name).contains(where: { $0.name == entity.name })
        else {
            return ["": try Int.fetchOne(db, sql: "SELECT count(*) FROM \(name)") ?? 0]
        }
        let kind: String = SQLText.name(entity.name)
        let rows: [Row] = try Row.fetchAll(db, sql: "SELECT \(kind), count(*) FROM \(name) GROUP BY \(kind)")
        return try Dictionary(
            rows.map { (try $0.decode(String?.self, atIndex: 0) ?? "", try $0.decode(Int.self, atIndex: 1)) },
            uniquingKeysWith: +
        )
    }
}
