import ApusSchema
import Foundation
import GRDB

/// Copies stores the way SQLite wants it: as they stand after some transaction, whoever writes meanwhile.
struct StoreCopy {
    let source: StoreFile
    let target: StoreFile

    /// Copies a store and its files, and compares the two.
    ///
    /// The copy gets its name when it is whole and on the disk, so nobody ever finds half of one.
    ///
    /// - Parameter progress: Is told the part that is done, from 0 to 1; what it throws ends the copying.
    /// - Throws: `StoreError`, or what `progress` throws; no copy is left then.
    func make(progress: @escaping (Double) throws -> Void = { _ in }) throws {
        guard !FileManager.default.fileExists(atPath: target.location) else { throw StoreError(target.path, .exists) }
        let draft: StoreFile = target.draft()
        defer { draft.remove() }
        try StoreError.wrapping(target.path) {
            // Who may not read the store is not to read its copy, nor to find it half made.
            let manager = FileManager.default
            let permissions: Any? = try manager.attributesOfItem(atPath: source.location)[.posixPermissions]
            _ = manager.createFile(atPath: draft.location, contents: nil, attributes: [.posixPermissions: 0o600])
            let counts: [String: Int] = try write(draft, progress)
            try Self.compare(draft, with: counts, target)
            if let permissions {
                try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: draft.location)
            }
            try DiskWriting.flush(draft.location)
        }
        try draft.publish(as: target)
        DiskWriting.flushFolder(of: target.location)
    }

    /// Copies a store into a file that nobody else knows; gives how many rows each table has.
    func write(_ draft: StoreFile, _ progress: @escaping (Double) throws -> Void = { _ in }) throws -> [String: Int] {
        let from: DatabaseQueue = try source.openForReading()
        defer { try? from.close() }
        let to: DatabaseQueue = try draft.openForWriting(enforcesForeignKeys: false)
        defer { try? to.close() }
        let files = ExternalFiles(ofStoreAt: source.location)
        // In one transaction of reading, so that the rows are counted, and the files named, of the state that is copied.
        return try from.read { db in
            try to.writeWithoutTransaction { copy in
                try copy.execute(sql: "PRAGMA synchronous = OFF")
                try db.backup(to: copy, pagesPerStep: 1024) { step in
                    try progress(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
                }
            }
            let names: Set<String> = try ExternalFiles.used(db) ?? Set(files.names())
            try files.copy(names, to: ExternalFiles(ofStoreAt: draft.location))
            return try Self.rowCounts(db)
        }
    }

    /// How many rows each table has; virtual tables' are those of the tables behind them.
    private static func rowCounts(_ db: Database) throws -> [String: Int] {
        let tables: [String] = try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        )
        var counts: [String: Int] = [:]
        for table in tables { counts[table] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(table))") }
        return counts
    }

    /// Makes sure that a copy is sound and has all rows.
    private static func compare(_ draft: StoreFile, with counts: [String: Int], _ target: StoreFile) throws {
        try draft.reading { database in
            try database.read { db in
                let damage: String? = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
                guard damage == "ok" else { throw StoreError(target.path, .damaged(damage ?? "")) }
                let found: [String: Int] = try rowCounts(db)
                guard found == counts else {
                    let table: String = counts.keys.sorted().first { counts[$0] != found[$0] } ?? ""
                    throw StoreError(target.path, .failedCheck("the copy lacks rows of '\(table)'"))
                }
            }
        }
    }
}
