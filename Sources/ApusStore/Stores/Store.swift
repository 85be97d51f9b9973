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

    /// The external files with large values; `nil` for a store in memory, whose values are all in rows.
    package let files: ExternalFiles?

    /// The keys of encrypted attributes.
    package let keys: StoreKeys?

    /// Whether the store is only read.
    package let isReadOnly: Bool

    /// `nil` for a store in memory.
    let file: StoreFile?
    /// Whether the store has a write-ahead log, so that other connections can read while one writes.
    private let hasLog: Bool
    /// `nil` within a transaction, in which no other process can have migrated it.
    private let generation: Int?
    /// The path of a store within a migration, or another transaction.
    private let borrowedPath: String?
    /// The file that was opened, whatever has its name now.
    private let entry: FileEntry.ID?

    private init(
        _ file: StoreFile?,
        database: DatabaseQueue,
        description: StoreDescription,
        isReadOnly: Bool = false,
        keys: StoreKeys?
    ) throws {
        self.file = file
        self.keys = keys
        let problems = keys.problems(with: description.state.layout)
        guard problems.isEmpty else { throw StoreError(file?.path ?? Self.pathInMemory, .keys(problems)) }
        let layout = description.state.layout
        let files = file.map { ExternalFiles(ofStoreAt: $0.location) }
        let otherKeys = try database.unsafeRead { db in
            try SealFunctions.prepare(db, keys, files, isSecret: !layout.keyNames.isEmpty)
            return keys.otherKeys(than: layout, db).adding(keys.problemsWithLookups(of: layout, db))
        }
        guard otherKeys.isEmpty else { throw StoreError(file?.path ?? Self.pathInMemory, .keys(otherKeys)) }
        self.borrowedPath = nil
        self.files = files
        self.database = database
        self.isReadOnly = isReadOnly
        self.entry = file.flatMap { FileEntry($0.location)?.id }
        self.hasLog = try database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") == "wal" }
        self.schema = description.state.schema
        self.layout = description.state.layout
        self.generation = description.generation
    }

    /// Creates a store on the connection of a migration, whose transaction it is part of.
    ///
    /// - Parameters:
    ///   - database: The connection, which is not closed with the store.
    ///   - path: The store's path, for errors.
    ///   - schema: The schema of the version.
    ///   - layout: Its tables.
    ///   - files: The external files.
    ///   - keys: The keys of encrypted attributes.
    init(
        borrowing database: DatabaseQueue,
        path: String,
        schema: Schema,
        layout: Layout,
        files: ExternalFiles?,
        keys: StoreKeys?
    ) {
        (self.database, self.schema, self.layout) = (database, schema, layout)
        (self.files, self.keys) = (files, keys)
        (file, entry, generation, borrowedPath) = (nil, nil, nil, path)
        (isReadOnly, hasLog) = (false, false)
    }

    /// Creates a store on the connection of another one, within a transaction of that one.
    ///
    /// - Parameter store: The store, which goes on using its connection afterwards.
    package convenience init(borrowing store: Store) {
        self.init(
            borrowing: store.database,
            path: store.path,
            schema: store.schema,
            layout: store.layout,
            files: store.files,
            keys: store.keys
        )
    }

    /// Whether the store is part of a migration's transaction, or of another one: it must not commit, nor remove external files.
    package var isBorrowed: Bool { borrowedPath != nil }

    /// The absolute path of the store's file, with links resolved; `nil` for a store in memory or within a migration. The path of
    /// messages may be relative.
    package var location: String? { file?.location }

    /// Opens a store. Creates it if it does not exist, and migrates it if it has an older version.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - planner: The planner, with the model's history.
    ///   - target: The target of the migration; by default the head, which is what an app needs.
    ///   - checks: How thoroughly a store is checked before it is migrated.
    ///   - code: The code of the functions that mappings call.
    ///   - keys: The keys of encrypted attributes.
    /// - Returns: The store.
    /// - Throws: `StoreError`; the store is unchanged then.
    public static func open(
        at url: URL,
        planner: Planner,
        target: Planner.Target = .head,
        checks: StoreChecks = .usual,
        code: MigrationCode = MigrationCode(),
        keys: StoreKeys? = nil
    ) throws(StoreError) -> Store {
        var migrator = Migrator(planner: planner, target: target)
        migrator.keys = keys
        migrator.code = code
        migrator.checks = checks
        return try open(at: url, with: migrator)
    }

    /// Opens a store. Creates it if it does not exist, and migrates it if it has an older version.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - migrator: How the store is migrated.
    ///   - progress: Called from time to time with the progress of a migration.
    /// - Returns: The store.
    /// - Throws: `StoreError`; the store is unchanged then.
    package static func open(
        at url: URL,
        with migrator: Migrator,
        progress: (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> Store {
        let file = StoreFile(url)
        let planner = migrator.planner
        return try StoreError.wrapping(file.path) {
            // Before anything is written: what cannot be opened afterwards must be neither created nor migrated.
            let target = try? planner.state(of: migrator.target)
            let problems = target.map { migrator.keys.problems(with: $0.layout) } ?? []
            guard problems.isEmpty else { throw StoreError(file.path, .keys(problems)) }
            if !file.exists {
                // If another process has just created the store, that one is opened.
                do {
                    let state = try planner.state(of: migrator.target)
                    try StoreCreation.create(url, holding: state, keys: migrator.keys) { db, _ in
                        try migrator.seedData?.load(into: db, state.schema, state.layout, path: file.path)
                    }
                } catch let error as StoreError where error.reason == .exists {}
            }
            try withoutActuallyEscaping(progress) { progress in _ = try migrator.migrate(url, progress: progress) }
            let database = try file.openForWriting(enforcesForeignKeys: true)
            let description = try database.read { db in
                try StoreDescription.read(db, model: planner.history.model, path: file.path)
            }
            let store = try Store(file, database: database, description: description, keys: migrator.keys)
            if let seed = migrator.seedData { try store.load(seed) }
            return store
        }
    }

    /// Makes a store a copy of a ready-made one, which need not be writable, with its external files. If there is a store,
    /// nothing happens. The copy gets its name when it is complete, so no process sees a part of it.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - template: The ready-made store.
    ///   - migrator: How the copy is migrated, before it gets its name.
    ///   - progress: Called from time to time with the progress of a migration.
    /// - Throws: `StoreError` if the ready-made store cannot be read or migrated; there is no store then.
    package static func provide(
        _ url: URL,
        copying template: URL,
        for migrator: Migrator,
        progress: @escaping (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) {
        let file = StoreFile(url)
        if StoreFile(template).hasCompanion(ExternalFiles.suffix) { waitForFiles(of: file) }
        for attempt in 0... {
            if file.exists { return }
            do {
                return try StoreError.wrapping(file.path) {
                    var copy = StoreCopy(source: StoreFile(template), target: file, isTemplate: true)
                    let path = StoreFile(template).path
                    copy.preparing = { try migrator.prepareTemplate($0, path: path, progress: progress) }
                    try copy.make()
                }
            } catch  where error.reason == .exists {
                // Another process was faster, or is about to be: it has moved the external files, and not yet the store. Or
                // it was killed in between, or they are of a store that was removed by hand.
                if attempt >= 20 { throw error }
                if attempt >= 10 { file.setFilesAside() }
                usleep(20_000)
            }
        }
    }

    /// Waits for another process that has moved the external files of a store that it provides, and not yet the store. If there is no
    /// such process, the folder gets another name. Otherwise a copy would be made, and migrated, only to be refused.
    private static func waitForFiles(of file: StoreFile) {
        for attempt in 0..<20 where !file.exists && file.hasCompanion(ExternalFiles.suffix) {
            if attempt >= 10 { file.setFilesAside() }
            usleep(20_000)
        }
    }

    /// Opens a store to read it. Nothing is created, migrated or written, so no permission to write is needed.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - planner: The planner, with the model's history, whose head the store must have.
    ///   - keys: The keys of encrypted attributes.
    /// - Returns: The store. Its ``database`` is one of a ``StoreReader``, so it may become of no use.
    /// - Throws: `StoreError`, such as `needsMigration`.
    package static func openReadOnly(
        at url: URL,
        planner: Planner,
        keys: StoreKeys? = nil
    ) throws(StoreError) -> (Store, StoreReader) {
        let file = StoreFile(url)
        return try StoreError.wrapping(file.path) {
            while true {
                let reader = try file.openReader(isLasting: true)
                let found = Result {
                    let description = try reader.database.read { db in
                        try StoreDescription.read(db, model: planner.history.model, path: file.path)
                    }
                    let plan = try planner.plan(from: description.state, to: .head)
                    if !plan.isEmpty {
                        let (from, to) = (plan.source.version?.description, plan.target.version?.description)
                        throw StoreError(file.path, .needsMigration(from: from, to: to))
                    }
                    return try Store(
                        file,
                        database: reader.database,
                        description: description,
                        isReadOnly: true,
                        keys: keys
                    )
                }
                if reader.isCurrent { return (try found.get(), reader) }
                try? reader.database.close()
            }
        }
    }

    /// Creates an empty store in memory, which is gone when its connection is.
    ///
    /// - Parameters:
    ///   - planner: The planner, with the model's history.
    ///   - target: The version; by default the head, which is what an app needs.
    ///   - keys: The keys of encrypted attributes.
    /// - Returns: The store.
    /// - Throws: `StoreError`.
    public static func inMemory(
        planner: Planner,
        target: Planner.Target = .head,
        keys: StoreKeys? = nil
    ) throws(StoreError) -> Store {
        try inMemory(planner: planner, target: target, keys: keys, seed: nil)
    }

    /// Creates a store in memory with seed data.
    package static func inMemory(
        planner: Planner,
        target: Planner.Target = .head,
        keys: StoreKeys? = nil,
        seed: SeedSource?
    ) throws(StoreError) -> Store {
        try StoreError.wrapping(pathInMemory) {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = true
            configuration.prepareDatabase { db in SQLiteFunctions.add(to: db) }
            let database = try DatabaseQueue(configuration: configuration)
            let description = try database.writeWithoutTransaction { db in
                let state = try planner.state(of: target)
                let problems = keys.problems(with: state.layout)
                guard problems.isEmpty else { throw StoreError(pathInMemory, .keys(problems)) }
                try StoreCreation.fill(db, holding: state, keys: keys) {
                    try seed?.load(into: db, state.schema, state.layout, path: pathInMemory)
                }
                return try StoreDescription.read(db, model: planner.history.model, path: pathInMemory)
            }
            return try Store(nil, database: database, description: description, keys: keys)
        }
    }

    /// The path of a store in memory, for messages.
    private static let pathInMemory = "the store in memory"

    package var path: String { file?.path ?? borrowedPath ?? Self.pathInMemory }

    /// Whether the store can have connections of its own for reading: not in memory, or without a write-ahead log.
    package var allowsReaders: Bool { isReadOnly || hasLog }

    /// Opens another connection that reads the store, also while ``database`` writes it.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func makeReader() throws(StoreError) -> StoreReader {
        guard let file else { throw StoreError(path, .missing) }
        return try StoreError.wrapping(path) {
            let reader =
                isReadOnly
                ? try file.openReader(isLasting: true)
                : StoreReader(database: try file.openForReading(isKnown: true))
            guard FileEntry(file.location)?.id == entry else {
                try? reader.database.close()
                throw StoreError(path, .replaced)
            }
            let (keys, files) = (keys, files)
            let isSecret = !layout.keyNames.isEmpty
            try reader.database.unsafeRead { db in try SealFunctions.prepare(db, keys, files, isSecret: isSecret) }
            return reader
        }
    }

    /// Whether this is the file of another store, by whatever name.
    package func hasFile(of other: Store) -> Bool { entry != nil && entry == other.entry }

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
        guard let generation else {
            if db.isInsideTransaction { return }
            throw StoreError(path, .failedCheck("the transaction has ended"))
        }
        // Each read of a context begins with it.
        let statement = try db.cachedStatement(sql: "SELECT generation FROM apus_model WHERE model = ?")
        let found: Int? = try Int.fetchOne(statement, arguments: [schema.model])
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
