import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// A summary of a store.
public struct StoreStatus: Sendable {
    /// The number of objects of an entity.
    public struct Rows: Hashable, Sendable {
        /// The entity.
        public let entity: String
        /// The number of objects; `nil` if their table is missing.
        public let count: Int?
    }

    /// How much history a store keeps.
    public struct History: Hashable, Sendable {
        /// The number of transactions.
        public let transactions: Int
        /// The number of changes in them.
        public let changes: Int
        /// When the first of the transactions was written; `nil` if there is none.
        public let since: Date?
    }

    /// The store's description of the model.
    public let description: StoreDescription

    /// The number of the store's format.
    public let format: Int

    /// The number of objects per concrete entity, in the schema's order.
    public let rows: [Rows]

    /// The objects without an object that a required to-one relationship points to, by relationship.
    public let incomplete: [Verification.BadValues]

    /// The objects that migrations removed and set aside, oldest first.
    public let setAside: [SetAside]

    /// How much history the model keeps; `nil` if it keeps none, or if its tables are missing.
    public let history: History?

    /// What migrations left for later.
    public let deferred: [DeferredWork]

    /// The size of the file in bytes, including the write-ahead log.
    public let bytes: Int

    /// The newest ten migrations, newest first.
    public let log: [StoreLogEntry]

    /// Reads a store's status.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` if the store has only one.
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
    /// - Returns: A status per model, sorted by the models' names; at least one.
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
        var counts: [String: Int] = [:]
        // GRDB would search a list of all tables for each one.
        let names: [String] = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        let existing = Set(names.map(\.folded))
        for table in layout.tables where existing.contains(table.name.folded) {
            let found = try Self.counts(of: table, db)
            for entity in table.concreteEntities { counts[entity] = found[table.entity == nil ? "" : entity] ?? 0 }
        }
        self.rows = description.state.schema.entities.filter { !$0.isAbstract }.map { entity in
            Rows(entity: entity.name, count: counts[entity.name])
        }
        self.incomplete = try Self.incomplete(in: description, db, existing)
        self.setAside = try SetAside.read(db, of: description.model)
        let keepsHistory =
            layout.recording != nil && StoreFormat.historyTables.allSatisfy { existing.contains($0.name) }
        self.history = try keepsHistory ? Self.history(of: description.model, db) : nil
        self.deferred = try DeferredWork.read(db, of: description.model)
        self.bytes = file.size
        self.log = try StoreLogEntry.read(db, of: description.model, limit: 10)
    }

    private static func history(of model: String, _ db: Database) throws -> History? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*), min(time), (SELECT count(*) FROM apus_history_change WHERE transaction_id IN
                  (SELECT id FROM apus_history_transaction WHERE model = ?1))
                FROM apus_history_transaction WHERE model = ?1
                """,
            arguments: [model]
        )
        guard let row else { return nil }
        let time: Double? = row[1]
        return History(
            transactions: row[0],
            changes: row[2],
            since: time.map { Date(timeIntervalSinceReferenceDate: $0) }
        )
    }

    /// Counts the objects that lack a required one, in the tables that have all of their columns.
    private static func incomplete(
        in description: StoreDescription,
        _ db: Database,
        _ existing: Set<String>
    ) throws -> [Verification.BadValues] {
        let (schema, layout) = (description.state.schema, description.state.layout)
        let needs = schema.entities.contains { $0.relationships.contains { !$0.isToMany && !$0.isOptional } }
        guard needs else { return [] }
        let whole = try layout.tables.filter { table in
            guard existing.contains(table.name.folded) else { return false }
            let names = Set(try db.columns(in: table.name).map(\.name.folded))
            return table.columns.allSatisfy { names.contains($0.name.folded) }
        }
        let names = Set(whole.map(\.name))
        let counts = CountChecks(schema: schema, layout: layout, isReadable: names.contains)
        let checks = whole.flatMap { RuleChecks.checks(of: $0) + counts.checks(of: $0) }
        return try RowCheck.run(checks.filter(\.isIncomplete), db)
    }

    /// The number of rows per entity; all rows under an empty name if the table has no entity column.
    private static func counts(of table: Table, _ db: Database) throws -> [String: Int] {
        let name = SQLText.name(table.name)
        guard let entity = table.entity, try db.columns(in: table.name).contains(where: { $0.name == entity.name })
        else {
            return ["": try db.rowCount(name)]
        }
        let column = SQLText.name(entity.name)
        let rows: [Row] = try Row.fetchAll(db, sql: "SELECT \(column), count(*) FROM \(name) GROUP BY \(column)")
        return try Dictionary(
            rows.map { (try $0.decode(String?.self, atIndex: 0) ?? "", try $0.decode(Int.self, atIndex: 1)) },
            uniquingKeysWith: +
        )
    }
}
