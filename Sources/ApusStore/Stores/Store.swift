public import ApusMigration
public import ApusSchema
public import Foundation
public import GRDB

/// An open store.
public final class Store: Sendable {
    /// The connection. Foreign keys are enforced at the end of each transaction.
    public let database: DatabaseQueue

    /// The store's schema.
    public let schema: Schema

    /// The store's tables.
    package let layout: Layout

    /// The external files with large values.
    package let files: ExternalFiles

    private let path: String
    private let generation: Int

    private init(file: StoreFile, database: DatabaseQueue, description: StoreDescription) {
        self.path = file.path
        files = ExternalFiles(ofStoreAt: file.location)
        self.database = database
        self.schema = description.state.schema
        self.layout = description.state.layout
        self.generation = description.generation
    }

    /// Opens a store. Creates it if it does not exist, and migrates it if it has an older version.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - planner: The planner, with the model's history.
    ///   - target: The target of the migration; by default the head, which is what an app needs.
    ///   - checks: How thoroughly a store is checked before it is migrated.
    /// - Returns: The store.
    /// - Throws: `StoreError`; the store is unchanged then.
    public static func open(
        at url: URL,
        planner: Planner,
        target: Planner.Target = .head,
        checks: StoreChecks = .usual
    ) throws(StoreError) -> Store {
        let file = StoreFile(url)
        return try StoreError.wrapping(file.path) {
            if !file.exists {
                // If another process has just created the store, that one is opened.
                do {
                    try StoreCreation.create(url, holding: planner.state(of: target))
                } catch let error as StoreError where error.reason == .exists {}
            }
            var migrator = Migrator(planner: planner, target: target)
            migrator.checks = checks
            try migrator.migrate(url)
            let database = try file.openForWriting(enforcesForeignKeys: true)
            let description = try database.read { db in
                try StoreDescription.read(db, model: planner.history.model, path: file.path)
            }
            return Store(file: file, database: database, description: description)
        }
    }

    /// Returns whether a file's header is that of a store. The store may be damaged, or have a newer format.
    ///
    /// Nothing is locked, created or written.
    ///
    /// - Parameter url: The file.
    /// - Returns: Whether the header is that of a store; `false` if it is not a file or cannot be read.
    public static func isStore(at url: URL) -> Bool {
        StoreFile(url).isStore
    }

    /// Checks that no other process has migrated the store since it was opened.
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

    /// Returns the result of work on the store, and throws errors of SQLite and of the file system as `StoreError`.
    ///
    /// - Throws: `StoreError`, or another error of the work as it is.
    package func wrappingErrors<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error where error is DatabaseError || error is ExternalFileError || error is CocoaError {
            return try StoreError.wrapping(path) { throw error }
        }
    }
}
