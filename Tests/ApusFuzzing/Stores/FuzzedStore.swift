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
    ///   - hasFreePages: Whether the store has free pages.
    /// - Throws: The errors of the file system.
    init(_ change: Int, in name: String, hasFreePages: Bool = false) throws {
        self.change = StoreChange.all[change]
        folder = try ScratchFolder.empty(name)
        try (hasFreePages ? Self.imagesWithFreePages : Self.images)[change].get().write(to: url)
    }

    /// The bytes of a good store per change.
    private static let images: [Result<Data, any Error>] = images("image", "")

    /// The bytes of a good store with 12 free pages per change, nearly all of which a migration uses again.
    private static let imagesWithFreePages: [Result<Data, any Error>] = images(
        "image-with-free-pages",
        "CREATE TABLE gone (x); INSERT INTO gone VALUES (zeroblob(11 * 4092)); DROP TABLE gone;"
    )

    private static func images(_ name: String, _ sql: String) -> [Result<Data, any Error>] {
        StoreChange.all.indices.map { index in Result { try image(index, "\(name)-\(index)", sql) } }
    }

    /// The bytes of the good store of a change, on which SQL was run.
    private static func image(_ index: Int, _ name: String, _ sql: String) throws -> Data {
        let url = try ScratchFolder.empty(name).appending(path: "store.sqlite")
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
            if try db.columns(in: "Note").contains(where: { $0.name == "ratio" }) {
                try db.execute(
                    sql: """
                        UPDATE Note SET ratio = _id + 0.25, flag = _id % 2, moment = _id, amount = _id || '.5', \
                        data = x'00ff', identifier = x'000102030405060708090a0b0c0d0e0f' WHERE _id < 4
                        """
                )
            }
            try db.execute(sql: "\(sql)PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
        return try Data(contentsOf: url)
    }

    /// Runs lines of SQL like a user with a shell, each on its own; those that fail are skipped. A line `!size 'x'` puts a
    /// value of any storage class into a column, as a damaged disk does.
    func run(_ lines: [Substring]) {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open(url.path, &connection) == SQLITE_OK else { return }
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 100_000)
        sqlite3_exec(connection, "PRAGMA max_page_count = 500", nil, nil, nil)
        for line in lines {
            if line.first == "!" {
                damage(line.dropFirst(), connection)
            } else {
                execute(String(line), connection)
            }
        }
    }

    private func execute(_ sql: String, _ connection: OpaquePointer?) {
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
        // Endless statements end.
        sqlite3_progress_handler(connection, 100_000, { _ in 1 }, nil)
        sqlite3_exec(connection, sql, nil, nil, nil)
        sqlite3_set_authorizer(connection, nil, nil)
    }

    /// Updates a column of the second row of `Note` while the catalogue says that the table takes any value.
    private func damage(_ line: Substring, _ connection: OpaquePointer?) {
        let words = line.split(separator: " ", maxSplits: 1)
        let isWord = words.first?.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") } ?? false
        guard words.count == 2, isWord,
            let sql = rows(Self.catalogueText)?.first.flatMap({ String.fromDatabaseValue($0[0]) })
        else { return }
        let loose = sql.replacing("\"\(words[0])\" ", with: "\"\(words[0])\" BLOB -- ")
        guard loose != sql, sql.hasSuffix(") STRICT") else { return }
        let lines = loose.dropLast(" STRICT".count).split(separator: "\n").map(String.init).map { line in
            // The rest of the column's line is a comment now, with the comma at its end.
            line.contains(" BLOB -- ") && line.hasSuffix(",")
                ? line.replacing(" BLOB -- ", with: " BLOB, -- ") : line
        }
        rewrite(lines.joined(separator: "\n"), connection)
        // Triggers would refuse the value.
        apus_enable_triggers(connection, 0)
        execute("UPDATE Note SET \"\(words[0])\" = \(words[1]) WHERE _id = 2", connection)
        apus_enable_triggers(connection, 1)
        rewrite(sql, connection)
    }

    private static let catalogueText = "SELECT sql FROM sqlite_schema WHERE name = 'Note' AND type = 'table'"

    private func rewrite(_ sql: String, _ connection: OpaquePointer?) {
        let text = sql.replacing("'", with: "''")
        sqlite3_exec(
            connection,
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '\(text)' WHERE name = 'Note' AND type = 'table';
            PRAGMA writable_schema = RESET
            """,
            nil,
            nil,
            nil
        )
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
