public import ApusMigration
public import ApusSchema
public import Foundation
public import GRDB

/// An open store at the schema of its target.
public final class Store: Sendable {
    /// The connection. Foreign keys are enforced at the end of each transaction.
    public let database: DatabaseQueue

    /// The schema that the store holds.
    public let schema: Schema

    /// The store's tables.
    public let layout: Layout

    /// The files of large values beside it.
    package let files: ExternalFiles

    private let path: String
    private let generation: Int

    private init(file: StoreFile, database: DatabaseQueue, description: StoreDescription) {
        self.path = file.path
        files = ExternalFiles(ofStoreAt: file.path)
        self.database = database
        self.schema = description.state.schema
        self.layout = description.state.layout
        self.generation = description.generation
    }

    /// Opens a store, creating it where there is none and migrating it where it holds something older.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - planner: The model's history.
    ///   - target: The schema that the store is to hold; the head by default, as an app wants it.
    /// - Returns: The store.
    /// - Throws: `StoreError`, with the store left as it was.
    public static func open(
        at url: URL,
        planner: Planner,
        target: Planner.Target = .head
    ) throws(StoreError) -> Store {
        let file = StoreFile(url)
        return try StoreError.wrapping(file.path) {
            if !FileManager.default.fileExists(atPath: file.path) {
                // Where another process has just made it, that one is opened.
                do {
                    try StoreCreation.create(url, holding: planner.state(of: target))
                } catch let error as StoreError where error.reason == .exists {}
            }
            try Migrator(planner: planner, target: target).migrate(url)
            let database: DatabaseQueue = try file.openForWriting(enforcesForeignKeys: true)
            let description: StoreDescription = try database.read { db in
                try StoreDescription.read(db, model: planner.history.model, path: file.path)
            }
            return Store(file: file, database: database, description: description)
        }
    }

    /// Whether a file is a store by its own word: it need not be whole, nor of a format that this Apus knows.
    ///
    /// Nothing is locked, made or written.
    ///
    /// - Parameter url: The file.
    /// - Returns: Whether it begins as a store does; `false` for what is no file or may not be read.
    public static func isStore(at url: URL) -> Bool {
        StoreFile(url).isStore
    }

    /// Makes sure that no other process has migrated the store since it was opened.
    ///
    /// Call it first in each transaction.
    ///
    /// - Throws: `StoreError.migratedMeanwhile`.
    public func checkGeneration(_ db: Database) throws {
        let found: Int? = try Int.fetchOne(
            db,
            sql: "SELECT generation FROM apus_model WHERE model = ?",
            arguments: [schema.model]
        )
        if found != generation { throw StoreError(path, .migratedMeanwhile) }
    }
}
