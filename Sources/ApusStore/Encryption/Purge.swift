import ApusMigration
import ApusSchema
package import Foundation
import GRDB

/// What is left of values in a store's file as they were before they were encrypted, or encrypted with another key.
public enum PurgeOutcome: Hashable, Sendable {
    /// No value was encrypted.
    case notNeeded
    /// Nothing is left: the file was rewritten, and its log is empty.
    case done
    /// Some of them may still be in free pages or in the log: why. The next migration or opening goes on.
    case incomplete(reason: String)
}

/// Removes what is left of values that were encrypted, or encrypted again: in free pages and gaps between rows, in SQLite's statistics, in the log, and in
/// external files.
///
/// The migration's own transaction overwrites what it deletes. But earlier writes may have left older copies of the same values behind, so
/// the file is rewritten once. A table in the store says that this is to be done, from the migration's commit until it is done.
enum Purge {
    /// The step of a migration that makes it necessary.
    static let request: MigrationStep = .describeStore(SQLStatement(StoreFormat.purgeStatement))

    /// Makes a store wait for it, in the transaction that encrypts values again. A purge that has begun before does not count for these
    /// values: it finds another text than that with which it began.
    static func request(_ db: Database) throws {
        try db.execute(sql: StoreFormat.purgeStatement)
        try db.execute(
            sql:
                "DELETE FROM \(StoreFormat.purgeTable); INSERT INTO \(StoreFormat.purgeTable) VALUES (hex(randomblob(16)))"
        )
    }

    /// What says whether values were encrypted since: the requests, and the numbers of migrations. None if no purge is pending.
    private static func requests(_ db: Database) throws -> [String] {
        guard try isPending(db) else { return [] }
        return try ["pending"]
            + String.fetchAll(db, sql: "SELECT coalesce(reason, '') FROM \(StoreFormat.purgeTable) ORDER BY 1")
            + String.fetchAll(
                db,
                sql: "SELECT model || ' ' || generation FROM \(StoreFormat.modelTable) ORDER BY model"
            )
    }

    /// Whether a store waits for it.
    static func isPending(_ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)",
            arguments: [StoreFormat.purgeTable]
        ) == true
    }

    /// Does it, on a connection of its own, if a store waits for it.
    static func run(_ file: StoreFile, _ timeout: LockTimeout) -> PurgeOutcome {
        guard file.isWritable else { return .incomplete(reason: "the store is not writable") }
        do {
            let database = try file.openForWriting(enforcesForeignKeys: false, timeout: timeout)
            defer { try? database.close() }
            return database.writeWithoutTransaction { run($0, ExternalFiles(ofStoreAt: file.location)) }
        } catch {
            return .incomplete(reason: (error as? StoreError)?.description ?? "\(error)")
        }
    }

    /// Does it if a store waits for it.
    ///
    /// - Parameters:
    ///   - db: A connection that writes, outside of a transaction.
    ///   - files: The external files.
    ///   - afterRewriting: Called when the file was rewritten and its log is empty, for tests.
    /// - Returns: Whether something may be left. It never fails: the store itself is whole.
    static func run(_ db: Database, _ files: ExternalFiles, afterRewriting: () throws -> Void = {}) -> PurgeOutcome {
        do {
            let begun = try requests(db)
            if begun.isEmpty { return .notNeeded }
            // A dry run that was killed left a copy with the values.
            RehearsalFolder.removeAbandoned(in: FileManager.default.temporaryDirectory)
            // It does not wait for readers: they may go on for long, and the next opening tries again.
            try db.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA secure_delete = ON; PRAGMA temp_store = DEFAULT")
            try removeStatistics(db)
            try db.execute(sql: "VACUUM")
            try db.checkpoint(.truncate)
            try afterRewriting()
            var problem: String?
            try db.inTransaction(.immediate) {
                let now = try requests(db)
                // Another purge may have done it all meanwhile.
                if now.isEmpty { return .rollback }
                if now != begun {
                    // Its older values are in the file or in its log again, and readers may still need its files.
                    problem = "another process has encrypted values meanwhile"
                    return .rollback
                }
                if !files.names().isEmpty { problem = try removeUnused(files, db) }
                if problem != nil { return .rollback }
                try db.execute(sql: "DROP TABLE \(StoreFormat.purgeTable)")
                return .commit
            }
            if let problem { return .incomplete(reason: problem) }
            _ = try? db.checkpoint(.truncate)
            return .done
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            return .incomplete(reason: "another process reads or writes the store")
        } catch {
            return .incomplete(reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    /// Removes the external files that no row refers to.
    ///
    /// - Returns: Why some of them may still be there; `nil` if none is.
    private static func removeUnused(_ files: ExternalFiles, _ db: Database) throws -> String? {
        guard let used = try ExternalFiles.used(db) else {
            return "another model in the store cannot be read, so it is not known which external files are still needed"
        }
        files.removeAll(except: used)
        return used.isSuperset(of: files.names()) ? nil : "not all external files can be removed"
    }

    /// Removes the samples of values that `ANALYZE` collected of tables with encrypted columns.
    private static func removeStatistics(_ db: Database) throws {
        for statistics in ["sqlite_stat3", "sqlite_stat4"] where try db.tableExists(statistics) {
            for table in try StoreDescription.readAll(db, path: "").flatMap(\.state.layout.tables)
            where table.columns.contains(where: { $0.seal != nil }) {
                try db.execute(sql: "DELETE FROM \(statistics) WHERE tbl = ?", arguments: [table.name])
            }
        }
    }
}

/// The copies of a store that migrations made beside it, and resets that failed.
package enum StoreCopies {
    /// What the name of a copy adds to that of the store, before the version.
    package static let infix: String = ".before-"
    /// What follows in the name of a copy that a reset keeps, before a UUID.
    static let reset: String = "reset-"

    /// Finds the copies beside a store: files with the names that `apus migrate --backup` and ``StoreSnapshot`` give, which are stores.
    ///
    /// - Parameter url: The store.
    /// - Returns: The copies, sorted by name.
    package static func copies(of url: URL) -> [URL] {
        let folder = url.deletingLastPathComponent()
        let prefix = url.lastPathComponent + infix
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && isEnding($0.dropFirst(prefix.count)) }
            .sorted().map { folder.appending(path: $0) }
            .filter { Store.isStore(at: $0) }
    }

    /// Whether a store's name is followed by what a migration makes of it for the copy: `before-VERSION`, or `before-VERSION-NUMBER` if
    /// that existed; or by what a reset makes of it: `before-reset-UUID`. Any other file may have been made by hand, and is not Apus' to remove.
    private static func isEnding(_ text: Substring) -> Bool {
        if text.hasPrefix(reset) { return ExternalFiles.isName(String(text.dropFirst(reset.count))) }
        guard let match = text.wholeMatch(of: /(head|[0-9.]+)(?:-([1-9][0-9]*))?/) else { return false }
        if let number = match.2, number == "1" { return false }
        return match.1 == "head" || Schema.Version(String(match.1)) != nil
    }

    /// Removes a copy, with its log and its external files.
    package static func remove(_ copy: URL) {
        let file = StoreFile(copy)
        ExternalFiles(ofStoreAt: file.location).removeAll(except: [])
        file.remove()
    }
}
