public import ApusMigration
import ApusSchema
public import Foundation
package import GRDB

/// Creates new stores.
public enum StoreCreation {
    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - url: The store's file, which must not exist.
    ///   - state: The version and schema of the store.
    ///   - keys: The keys of encrypted attributes, which a store with lookups needs.
    /// - Throws: `StoreError`; no file is left then.
    public static func create(_ url: URL, holding state: StoreState, keys: StoreKeys? = nil) throws(StoreError) {
        do {
            try create(url, holding: state, keys: keys) { _, _ in }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(url.relativePath, .sqlite("\(error)"))
        }
    }

    /// Creates a store and fills it before any process can open it.
    ///
    /// The tables exist when `fill` is called. Indexes and triggers, which would slow it down, are created afterwards.
    /// Foreign keys are not enforced meanwhile.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - state: The version and schema of the store.
    ///   - now: The current moment, in seconds since 2001-01-01 00:00 UTC; `nil` uses the clock.
    ///   - keys: The keys of encrypted attributes: the lookups of values that `fill` writes are computed.
    ///   - isReplacing: Whether to replace an existing store, which no process may have open and which has no other model.
    ///   - copy: Where a copy of the store that is replaced is kept: of its rows at the moment at which it is replaced.
    ///   - fill: Writes the rows, and the external files into a folder, which it creates if there are any. If a store
    ///     is replaced, the files must have new names or the same content.
    /// - Throws: `StoreError`, or the error of `fill`; the file is unchanged then.
    package static func create(
        _ url: URL,
        holding state: StoreState,
        at now: Double? = nil,
        keys: StoreKeys? = nil,
        isReplacing: Bool = false,
        keeping copy: URL? = nil,
        filling fill: (Database, _ files: URL) throws -> Void
    ) throws {
        let file = StoreFile(url)
        let exists = file.exists
        if exists, !isReplacing { throw StoreError(file.path, .exists) }
        if exists {
            try StoreError.wrapping(file.path) {
                try StoreReplacement.requireStore(file)
                // Before the work, and again when nothing can change any more.
                try StoreReplacement.requireOneModel(file)
            }
        }
        let held = try StoreDraft(of: file)
        defer { held.remove() }
        let draft = held.file
        let files = URL(fileURLWithPath: draft.location + ExternalFiles.suffix)
        // An error of `fill` is rethrown as it is, not as a `StoreError`.
        var refusal: (any Error)?
        try StoreError.wrapping(file.path) {
            try requireKeys(keys, of: state.layout, path: file.path)
            let database = try draft.openForWriting(enforcesForeignKeys: false)
            try database.writeWithoutTransaction { db in
                // An unfinished draft is deleted, and a finished one is synced before it gets its name.
                try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -100000")
                do {
                    try self.fill(db, holding: state, at: now, keys: keys) { try fill(db, files) }
                } catch  where !(error is DatabaseError) {
                    refusal = error
                }
                if refusal == nil { try db.execute(sql: "PRAGMA journal_mode = WAL") }
            }
            // Closing the last connection checkpoints the write-ahead log.
            try database.close()
            if refusal != nil { return }
            try DiskWriting.flush(draft.location)
            let hasFiles = FileManager.default.fileExists(atPath: files.path)
            if exists {
                try StoreReplacement.replace(
                    file,
                    with: draft,
                    files: hasFiles ? files : nil,
                    keeping: copy.map { StoreFile($0) }
                )
            } else {
                try draft.publish(as: file)
            }
        }
        if let refusal { throw refusal }
    }

    /// Makes sure that the secrets of lookups can be sealed.
    static func requireKeys(_ keys: StoreKeys?, of layout: Layout, path: String) throws(StoreError) {
        let problems = Set(layout.lookupKeys.map { $0[1] }).sorted().compactMap { keys.problem(with: $0) }
        if !problems.isEmpty { throw StoreError(path, .keys(problems)) }
    }

    /// Makes an empty database a store, in one transaction.
    ///
    /// - Parameters:
    ///   - db: The database.
    ///   - state: The version and schema of the store.
    ///   - now: The current moment; `nil` uses the clock.
    ///   - keys: The keys of encrypted attributes.
    ///   - writeRows: Writes the rows, when the tables exist and their indexes and triggers do not.
    /// - Throws: `DatabaseError`, or the error of `writeRows`.
    static func fill(
        _ db: Database,
        holding state: StoreState,
        at now: Double? = nil,
        keys: StoreKeys? = nil,
        _ writeRows: () throws -> Void
    ) throws {
        let layout = state.layout
        let secrets = layout.lookupSecretStatements()
        if !secrets.isEmpty { SealFunctions.add(to: db, keys, nil) }
        try db.inTransaction(.immediate) {
            for statement in StoreFormat.statements { try db.run(statement) }
            for table in layout.tables { try db.run(table.createStatement()) }
            try db.run(StoreDescription.statement(state, generation: 1))
            for statement in secrets + layout.historyBeginning(generation: 1) { try db.run(statement) }
            try writeRows()
            try layout.fillLookups(db)
            for statement in layout.lateStatements(now: now) { try db.run(statement) }
            return .commit
        }
    }
}
