import Foundation
import GRDB

/// The file of a store, and how it is opened.
struct StoreFile {
    /// The path, as it was named.
    let path: String

    init(_ url: URL) {
        self.path = url.relativePath
    }

    /// Makes sure that there is a file that can be a database, before SQLite is let near it.
    func requireFile() throws(StoreError) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { throw .missing(path) }
        if isDirectory.boolValue { throw .isDirectory(path) }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .sqlite(path, message: "the file cannot be read; check its permissions")
        }
        defer { try? handle.close() }
        let header: Data = (try? handle.read(upToCount: 16)) ?? Data()
        guard header == Data("SQLite format 3\0".utf8) else { throw .notADatabase(path) }
    }

    /// Whether a rollback journal lies beside the file. SQLite knows whether another process is writing it just now, or
    /// was interrupted and it waits to be rolled back: a connection that may not write fails in the second case only.
    private var hasJournal: Bool {
        guard let handle = FileHandle(forReadingAtPath: path + "-journal") else { return false }
        defer { try? handle.close() }
        let header: Data = (try? handle.read(upToCount: 8)) ?? Data()
        return header.contains { $0 != 0 }
    }

    /// Opens the file to look at it only.
    ///
    /// A connection that may not write leaves the files of its write-ahead log behind. So where there is no log, and
    /// hence nothing that closing would write back, the connection may write but is told not to.
    func openForReading() throws -> DatabaseQueue {
        try requireFile()
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.patience)
        configuration.readonly = FileManager.default.fileExists(atPath: path + "-wal") || hasJournal
        configuration.prepareDatabase { db in
            TextFunctions.add(to: db)
            try db.execute(sql: "PRAGMA query_only = ON")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Opens the file to write to it.
    ///
    /// - Parameter enforcesForeignKeys: False only while tables are remade: dropping one would cascade.
    /// - Returns: The connection.
    /// - Throws: `DatabaseError`.
    func openForWriting(enforcesForeignKeys: Bool) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = enforcesForeignKeys
        configuration.busyMode = .timeout(Self.patience)
        configuration.prepareDatabase { db in
            TextFunctions.add(to: db)
            // Overwrites deleted content only where that costs no further writing: it decides the price of DROP.
            try db.execute(sql: "PRAGMA secure_delete = FAST")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// How long, in seconds, a locked store is waited for.
    static let patience: Double = 5
}
