import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Loads rows from files into stores, and writes those of stores to files. No project is needed: a store describes itself.
public struct RowTransfer: Sendable {
    /// The keys of encrypted attributes.
    public var keys: StoreKeys?
    /// The model; `nil` if the store has only one.
    public var model: String?
    /// Whether the work is to stop.
    public var isCancelled: @Sendable () -> Bool = { false }

    /// What was loaded.
    public struct Report: Hashable, Sendable {
        /// The number of rows.
        public let rows: Int
        /// The number of new objects.
        public let inserted: Int
        /// The number of changed objects.
        public let updated: Int

        /// Creates a report of what a loader has written.
        package init(_ report: RowLoader.Report) {
            (rows, inserted, updated) = (report.rows, report.inserted, report.updated)
        }
    }

    /// Creates a transfer.
    public init(keys: StoreKeys? = nil, model: String? = nil) { (self.keys, self.model) = (keys, model) }

    /// Loads the rows of a file in one transaction.
    ///
    /// - Parameters:
    ///   - handle: The file.
    ///   - url: The store.
    ///   - entity: The entity of rows that give none; `nil` if all give one.
    ///   - file: The form of the file.
    ///   - name: The file's name, for findings.
    ///   - identifying: The properties by which a row's object is found, which is changed then.
    ///   - limit: How many findings are listed.
    ///   - isTrial: Whether nothing is kept.
    ///   - progress: Called from time to time with the number of rows.
    /// - Returns: What was loaded.
    /// - Throws: ``RowLoadError`` if rows cannot be loaded; `StoreError`. The store is unchanged then.
    public func load(
        _ handle: FileHandle,
        into url: URL,
        entity: String?,
        as file: RowFile,
        named name: String,
        identifying: [String] = [],
        limit: Int = 20,
        isTrial: Bool = false,
        progress: (Int) -> Void = { _ in }
    ) throws -> Report {
        let store = StoreFile(url)
        var failure: RowLoadError?
        var found: RowLoader.Report?
        try StoreError.wrapping(store.path) {
            try store.requireFile()
            let database = try store.openForWriting(enforcesForeignKeys: true)
            defer { try? database.close() }
            try database.writeWithoutTransaction { db in
                let files = ExternalFiles(ofStoreAt: store.location)
                try SealFunctions.prepare(db, keys, files)
                try db.execute(sql: "BEGIN IMMEDIATE")
                var loader: RowLoader?
                do {
                    let description = try StoreDescription.read(db, model: model, path: store.path)
                    let (schema, layout) = (description.state.schema, description.state.layout)
                    let problems = keys.problems(with: layout)
                    guard problems.isEmpty else { throw StoreError(store.path, .keys(problems)) }
                    var options = RowLoader.Options(entity: entity, keys: identifying, file: name, limit: limit)
                    options.limit = max(limit, 1)
                    loader = RowLoader(db, schema, layout, files: files, keys: keys, options)
                    try layout.recording.map {
                        try Store.beginHistory(db, of: $0.model, author: "apus.load", context: nil, path: store.path)
                    }
                    found = try loader.map { active in
                        var active = active
                        defer { loader = active }
                        return try file.load(FileBytes(handle, isCancelled: isCancelled), with: &active) {
                            if isCancelled() { throw CancellationError() }
                            progress($0)
                        }
                    }
                    try layout.recording.map { try Store.endHistory(db, of: $0.model) }
                    try db.execute(sql: isTrial ? "ROLLBACK" : "COMMIT")
                    files.remove((isTrial ? loader?.written : loader?.obsolete) ?? [])
                } catch {
                    if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
                    files.remove(loader?.written ?? [])
                    if error is CancellationError { throw StoreError(store.path, .cancelled) }
                    guard let refused = error as? RowLoadError else { throw error }
                    failure = refused
                }
            }
        }
        if let failure { throw failure }
        return Report(found ?? RowLoader.Report())
    }

    /// Writes the rows of an entity, and of those below it, as they are in one moment.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - entity: The entity; `nil` for all, which only the forms of JSON can have.
    ///   - file: The form of the file.
    ///   - progress: Called from time to time with the number of rows.
    ///   - write: Receives the text piece by piece. An error that it throws ends the work.
    /// - Returns: The number of rows.
    /// - Throws: `StoreError`, also for a value that the model does not allow; ``RowLoadError`` if the store has no such entity; the error of
    ///   `write`.
    public func dump(
        _ url: URL,
        entity: String?,
        as file: RowFile,
        progress: (Int) -> Void = { _ in },
        _ write: (String) throws -> Void
    ) throws -> Int {
        let store = StoreFile(url)
        // Errors that are not the store's are thrown as they are: those of the caller, and one that is about what the store has.
        var failure: (any Error)?
        var refusal: (any Error)?
        do throws(StoreError) {
            return try StoreError.wrapping(store.path) {
                // What is read without locks may have to be read again, but what is written then cannot be taken back.
                let reader = try store.openReader(isLasting: true)
                defer { try? reader.database.close() }
                let files = ExternalFiles(ofStoreAt: store.location)
                func caller(_ work: () throws -> Void) throws {
                    do {
                        if isCancelled() { throw StoreError(store.path, .cancelled) }
                        try work()
                    } catch {
                        failure = error
                        throw error
                    }
                }
                let found = Result<Int, any Error> {
                    try reader.database.unsafeRead { db in try SealFunctions.prepare(db, keys, files) }
                    return try reader.database.read { db in
                        try dump(db, store, entity, file, files) { rows in
                            try caller { progress(rows) }
                        } write: { text in
                            try caller { try write(text) }
                        }
                    }
                }
                // Otherwise anything may have been read, also what looks like damage or another model.
                guard reader.isCurrent else { throw StoreError(store.path, .writtenMeanwhile) }
                do { return try found.get() } catch let error as RowLoadError {
                    refusal = error
                    throw error
                }
            }
        } catch {
            throw failure ?? refusal ?? error
        }
    }

    private func dump(
        _ db: Database,
        _ store: StoreFile,
        _ entity: String?,
        _ file: RowFile,
        _ files: ExternalFiles,
        progress: (Int) throws -> Void,
        write: (String) throws -> Void
    ) throws -> Int {
        let description = try StoreDescription.read(db, model: model, path: store.path)
        let (schema, layout) = (description.state.schema, description.state.layout)
        let problems = keys.problems(with: layout)
        guard problems.isEmpty else { throw StoreError(store.path, .keys(problems)) }
        var entities = schema.entities.filter { $0.parent == nil }
        if let entity {
            guard let found = schema.entity(entity) else { throw RowLoadError.noEntity(entity, of: schema) }
            entities = [found]
        }
        if file.format == .json { try write("[") }
        var count = 0
        for one in entities {
            let dumper = RowDumper(
                one,
                schema,
                layout,
                file,
                files: files,
                path: store.path,
                isOneOfSeveral: entity == nil
            )
            let before = count
            count += try dumper.dump(db, isFirst: count == 0, write) { try progress(before + $0) }
        }
        if file.format == .json { try write(count == 0 ? "]\n" : "\n]\n") }
        return count
    }
}
