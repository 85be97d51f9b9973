import ApusMigration
import ApusSchema
import ApusStore
import CSQLite
import Foundation
import GRDB

/// A good store with rows, which is then spoilt.
struct FuzzedStore {
    let folder: URL
    let change: StoreChange

    /// The store.
    var url: URL { folder.appending(path: "store.sqlite") }

    /// Writes the store of a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - name: The name of the folder, which one target uses.
    /// - Throws: The errors of the file system.
    init(_ change: Int, in name: String) throws {
        self.change = StoreChange.all[change]
        folder = try ScratchFolder.empty(name)
        try Self.images[change].get().write(to: url)
    }

    /// The bytes of a good store per change.
    static let images: [Result<Data, any Error>] = StoreChange.all.indices.map { index in
        Result {
            let url = try ScratchFolder.empty("image-\(index)").appending(path: "store.sqlite")
            let schema = StoreChange.all[index].schemas[0]
            try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: schema))
            let queue = try DatabaseQueue(path: url.path)
            try queue.writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        INSERT INTO Note (text, size, next) VALUES ('a', 1, NULL), ('b', 2, 1), ('', -7, 3), ('é', 0, 2);
                        INSERT INTO Tag (name) VALUES ('x'), ('y');
                        INSERT INTO Note_tags SELECT n._id, t._id FROM Note n, Tag t WHERE n._id < 3;
                        """
                )
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try queue.close()
            return try Data(contentsOf: url)
        }
    }

    /// Runs lines of SQL like a user with a shell, each on its own; those that fail are skipped.
    func run(_ lines: [Substring]) {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open(url.path, &connection) == SQLITE_OK else { return }
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 100_000)
        sqlite3_exec(connection, "PRAGMA max_page_count = 500", nil, nil, nil)
        // Other files, and texts of the catalogue that SQLite itself would not write, are other attacks.
        sqlite3_set_authorizer(
            connection,
            { _, action, name, _, _, _ in
                let denied = ["writable_schema", "temp_store_directory", "data_store_directory", "max_page_count"]
                let isDenied = name.map { denied.contains(String(cString: $0).lowercased()) } ?? false
                return action == SQLITE_ATTACH || (action == SQLITE_PRAGMA && isDenied) ? SQLITE_DENY : SQLITE_OK
            },
            nil
        )
        for line in lines {
            // Endless statements end.
            sqlite3_progress_handler(connection, 100_000, { _ in 1 }, nil)
            sqlite3_exec(connection, String(line), nil, nil, nil)
        }
    }

    /// Reads with Apus' functions.
    ///
    /// - Parameter sql: The query.
    /// - Returns: The rows; `nil` if they cannot be read.
    func rows(_ sql: String) -> [[DatabaseValue]]? {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.acceptsDoubleQuotedStringLiterals = true
        configuration.prepareDatabase { SQLiteFunctions.add(to: $0) }
        guard let queue = try? DatabaseQueue(path: url.path, configuration: configuration) else { return nil }
        defer { try? queue.close() }
        return try? queue.read { db in try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues) } }
    }

    /// The bytes of the store and all files next to it, by name.
    func bytes() throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: [:]) { files, name in
            files[name] = try Data(contentsOf: folder.appending(path: name))
        }
    }
}
