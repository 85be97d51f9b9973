import ApusMigration
public import Foundation
import GRDB

/// Encrypts the values of a store again that are not encrypted with the first key of their name.
///
/// The store may be in use, and have any version: it is not migrated. Each value is encrypted with the older key or with the first one
/// at any time, so all processes that use the store need both keys until it is done.
///
/// ```swift
/// let report = try Rekeyer(keys: StoreKeys(KeyFiles(["notes": [newKey, oldKey]]))).rekey(url)
/// ```
public struct Rekeyer: Sendable {
    /// The keys: of each name that with which values are to be encrypted, then those with which they are.
    public var keys: StoreKeys

    /// How many seconds to wait for a store that another process has locked, for each transaction.
    public var lockTimeout: Double = 5

    /// Whether all values are decrypted in the end, also those that had the first key before: what cannot be is unreadable. To be asked
    /// for before copies of the store are removed, which may have the only good ones.
    public var checksAllValues: Bool = false

    /// Called from time to time to ask whether to stop. What was encrypted again by then stays.
    public var isCancelled: @Sendable () -> Bool = { false }

    /// Creates a rekeyer.
    public init(keys: StoreKeys) { self.keys = keys }

    /// Encrypts values again, then removes what is left of them as they were from the store's file.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` for all models of the store.
    ///   - progress: Called from time to time with the progress.
    /// - Returns: What was done. A value that cannot be decrypted is in it, and stays as it was.
    /// - Throws: `StoreError`: `keys` if a key is missing, or if the store was encrypted with another one, in which case nothing was
    ///   changed. After any other error, what was encrypted again stays, and the next call goes on.
    public func rekey(
        _ url: URL,
        model: String? = nil,
        progress: (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> RekeyReport {
        let start = ContinuousClock.now
        let file = StoreFile(url)
        let timeout = LockTimeout(seconds: lockTimeout, isCancelled: isCancelled)
        return try StoreError.wrapping(file.path) {
            try file.requireFile()
            let database = try file.openForWriting(enforcesForeignKeys: true, timeout: timeout)
            defer { try? database.close() }
            return try database.writeWithoutTransaction { db in
                try SealFunctions.prepare(db, keys, ExternalFiles(ofStoreAt: file.location))
                try db.execute(sql: "PRAGMA secure_delete = ON")
                var rekeying = try rekeying(file, model, db)
                let isDone = try run(&rekeying, db, progress) { try $0.rewrite($1, db) }
                if isDone {
                    try rekeying.finish(db)
                    if checksAllValues { try rekeying.checkValues(db) }
                    rekeying.report.purge = Purge.run(db, ExternalFiles(ofStoreAt: file.location))
                }
                rekeying.report.seconds = (ContinuousClock.now - start) / .seconds(1)
                return rekeying.report
            }
        }
    }

    /// Counts what ``rekey(_:model:progress:)`` would encrypt again. Nothing is written.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` for all models of the store.
    ///   - progress: Called from time to time with the progress.
    /// - Returns: What would be done.
    /// - Throws: `StoreError`.
    public func rehearse(
        _ url: URL,
        model: String? = nil,
        progress: (MigrationProgress) -> Void = { _ in }
    ) throws(StoreError) -> RekeyReport {
        let start = ContinuousClock.now
        let file = StoreFile(url)
        let timeout = LockTimeout(seconds: lockTimeout, isCancelled: isCancelled)
        return try file.reading(timeout: timeout) { database in
            try database.read { db in
                SealFunctions.add(to: db, keys, ExternalFiles(ofStoreAt: file.location))
                var rekeying = try rekeying(file, model, db)
                if try run(&rekeying, db, progress, { try $0.rehearse($1, db) }) { try rekeying.rehearseFinish(db) }
                rekeying.report.seconds = (ContinuousClock.now - start) / .seconds(1)
                return rekeying.report
            }
        }
    }

    /// Finds the tables, and makes sure that the keys are there.
    private func rekeying(_ file: StoreFile, _ model: String?, _ db: Database) throws -> Rekeying {
        let all = try StoreDescription.readAll(db, path: file.path)
        let chosen = try model.map { [try StoreDescription.read(db, model: $0, path: file.path)] } ?? all
        let problems = chosen.flatMap { StoreKeys?.some(keys).problems(with: $0.state.layout) }
        guard problems.isEmpty else { throw StoreError(file.path, .keys(problems)) }
        let others = chosen.flatMap { description -> [SealingError] in
            let (keys, layout) = (StoreKeys?.some(self.keys), description.state.layout)
            // A secret that is lost is made again.
            let secrets = keys.problemsWithLookups(of: layout, db).filter {
                if case .lostLookups = $0 { false } else { true }
            }
            return keys.otherKeys(than: layout, db).adding(secrets)
        }
        guard others.isEmpty else { throw StoreError(file.path, .keys(others)) }
        let generations = all.map(\.generation)
        var rekeying = Rekeying(
            of: chosen.map(\.state.layout),
            path: file.path,
            keys: keys,
            files: ExternalFiles(ofStoreAt: file.location)
        ) { db in
            let sql = "SELECT generation FROM \(StoreFormat.modelTable) ORDER BY model"
            let found = try Int.fetchAll(db.cachedStatement(sql: sql))
            if found.sorted() != generations.sorted() { throw StoreError(file.path, .migratedMeanwhile) }
        }
        let names = Set(chosen.map(\.model))
        rekeying.report.otherModels = all.filter { !names.contains($0.model) && !$0.state.layout.keyNames.isEmpty }
            .map(\.model)
        return rekeying
    }

    /// Does something with all rows that have values to encrypt again.
    ///
    /// - Returns: Whether it came to its end.
    private func run(
        _ rekeying: inout Rekeying,
        _ db: Database,
        _ progress: (MigrationProgress) -> Void,
        _ work: (inout Rekeying, Rekeying.Rows) throws -> Void
    ) throws -> Bool {
        try rekeying.count(db)
        while !isCancelled() {
            guard let rows = try rekeying.search(db) else { return true }
            try work(&rekeying, rows)
            progress(rekeying.progress)
        }
        return false
    }
}

extension Store {
    /// What encrypts the values of the store's model again.
    ///
    /// - Returns: `nil` if the store has no keys.
    package func rekeying() -> Rekeying? {
        keys.map { Rekeying(of: [layout], path: path, keys: $0, files: files) { try self.checkGeneration($0) } }
    }

    /// Removes what is left of values as they were, on a connection of its own. Nothing else in the process may write meanwhile.
    package func purge() -> PurgeOutcome { file.map { Purge.run($0, LockTimeout()) } ?? .notNeeded }
}
