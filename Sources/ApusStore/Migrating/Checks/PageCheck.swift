import GRDB
import GRDBSQLite

/// Checks where the tables and indexes of a store begin, which SQLite itself does not: two that begin at the same page
/// overwrite each other, and a page that is on the list of free pages is overwritten by new rows.
///
/// It reads the catalogue, the list of free pages and the kind of each first page, but no rows
/// (<https://sqlite.org/fileformat2.html>, sections 1.5, 1.6 and 2.6). While a write-ahead log or a rollback journal has content, neither the list nor the kinds are read.
struct PageCheck {
    let db: Database
    let path: String

    /// Checks that the header lets this SQLite write the file (<https://sqlite.org/fileformat2.html>, section 1.3.3), which only
    /// writing would find out.
    ///
    /// - Throws: `StoreError.damaged`.
    func checkVersion() throws {
        if needsNewerSQLite { throw damaged("the header says that only a newer SQLite writes the file") }
    }

    private var needsNewerSQLite: Bool {
        if let header = DatabasePages(db)?.bytes(at: 0, count: 100) { return header[18] > 2 }
        // While a log has content, the header may be in it: SQLite knows for a connection that may write, once it has read.
        guard let path = db.sqliteConnection.flatMap({ sqlite3_db_filename($0, "main") }) else { return false }
        var writer: OpaquePointer?
        // Closing it leaves the log as it is, because it is not the last connection.
        defer { sqlite3_close_v2(writer) }
        guard sqlite3_open_v2(path, &writer, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_db_readonly(writer, "main") == 0,
            sqlite3_exec(writer, "PRAGMA query_only = ON; PRAGMA schema_version", nil, nil, nil) == SQLITE_OK
        else { return false }
        return sqlite3_db_readonly(writer, "main") == 1
    }

    /// - Throws: `StoreError.damaged`, or `DatabaseError`.
    func check() throws {
        let rows: [Row] = try Row.fetchAll(
            db,
            sql: """
                SELECT name, rootpage, type = 'index', type = 'table' AND sql LIKE '%without%rowid%' FROM sqlite_schema
                WHERE rootpage > 0
                """
        )
        let count: Int = try Int.fetchOne(db, sql: "SELECT page_count FROM pragma_page_count") ?? 0
        var names: [Int: String] = [1: "sqlite_schema"]
        for row in rows {
            let (name, page) = (try row.decode(String.self, atIndex: 0), try row.decode(Int.self, atIndex: 1))
            if page > count { throw damaged("'\(name)' begins at page \(page), but there are \(count) pages") }
            if let other = names.updateValue(name, forKey: page) {
                throw damaged("'\(other)' and '\(name)' begin at the same page")
            }
        }
        guard let file = DatabasePages(db), let header = file.bytes(at: 0, count: 100) else { return }
        // Zero unless SQLite moves pages to keep the file small; no table begins behind it then.
        let last = header.number(at: 52)
        if last > 0 ? last > count || names.keys.contains(where: { $0 > last }) : header.number(at: 64) > 0 {
            throw damaged("the header says that tables end at page \(last)")
        }
        let free = try freePages(of: file, header, among: count)
        for (page, name) in names.sorted(by: { $0.key < $1.key }) where free.contains(page) {
            throw damaged("'\(name)' begins at a page that is free")
        }
        // Asking SQLite parses all views, so only where a statement mentions it.
        let ordered: Set<String> =
            try rows.contains { try $0.decode(Bool.self, atIndex: 3) }
            ? Set(
                String.fetchAll(db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr").map(
                    \.folded
                )
            )
            : []
        for row in rows {
            let (name, page): (String, Int) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            // A row of an index, or of a table without row identifiers, is found by its values.
            let isOrdered = try row.decode(Bool.self, atIndex: 2) || ordered.contains(name.folded)
            // The first page begins with the header of the file.
            guard let kind = file.bytes(at: page == 1 ? 100 : file.offset(of: page), count: 1)?.first else { continue }
            if !(isOrdered ? [2, 10] : [5, 13]).contains(kind) {
                throw damaged("'\(name)' begins at a page of something else")
            }
        }
    }

    /// Checks all pages and values of tables that the migration writes and does not read otherwise.
    ///
    /// SQLite looks at the free space of a page only when it writes there.
    ///
    /// - Throws: `StoreError.damaged`, or `DatabaseError`.
    func check(tables: [String]) throws {
        if let damage = try PageVerification(db, .quick, tables: tables).firstDamage() { throw damaged(damage) }
    }

    /// Checks the pages of tables that the migration drops, which SQLite reads then. Their values may be anything.
    ///
    /// - Throws: `StoreError.damaged`, or `DatabaseError`.
    func checkPages(ofDropped tables: [String]) throws {
        let found = try PageVerification(db, .quick, tables: tables).firstDamage(ofPage: true)
        if let found { throw damaged(found) }
    }

    private func damaged(_ message: String) -> StoreError { StoreError(path, .damaged(message)) }

    /// The pages on the list of free pages: all that its pages name, whatever the header says of their number, because SQLite
    /// gives each of them to new rows.
    private func freePages(of file: DatabasePages, _ header: [UInt8], among count: Int) throws -> Set<Int> {
        var pages: Set<Int> = []
        func add(_ page: Int) throws {
            guard page > 1, page <= count, pages.insert(page).inserted else {
                throw damaged("the list of free pages is not a list")
            }
        }
        var trunk = header.number(at: 32)
        while trunk > 0 {
            try add(trunk)
            guard let bytes = file.page(trunk), bytes.number(at: 4) <= bytes.count / 4 - 2 else {
                throw damaged("the list of free pages is not a list")
            }
            for leaf in 0..<bytes.number(at: 4) { try add(bytes.number(at: 8 + 4 * leaf)) }
            trunk = bytes.number(at: 0)
        }
        if pages.count != header.number(at: 36) {
            throw damaged("the header says that there are \(header.number(at: 36)) free pages, but \(pages.count) are")
        }
        return pages
    }
}

/// The pages of a database file, as they are in the file.
private struct DatabasePages {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let pageSize: Int

    /// Returns `nil` if the file cannot be read, or if newer pages may be in a write-ahead log.
    init?(_ db: Database) {
        var (file, log): (UnsafeMutablePointer<sqlite3_file>?, UnsafeMutablePointer<sqlite3_file>?)
        guard let connection = db.sqliteConnection,
            let size = try? Int.fetchOne(db, sql: "SELECT page_size FROM pragma_page_size"),
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            file.pointee.pMethods != nil,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK
        else { return nil }
        var length: sqlite3_int64 = 0
        if let log, let methods = log.pointee.pMethods?.pointee {
            guard methods.xFileSize?(log, &length) == SQLITE_OK, length == 0 else { return nil }
        }
        (self.file, pageSize) = (file, size)
    }

    /// A page, from 1; `nil` if it cannot be read.
    func page(_ number: Int) -> [UInt8]? { bytes(at: offset(of: number), count: pageSize) }

    /// The offset of a page in the file.
    func offset(of page: Int) -> Int { (page - 1) * pageSize }

    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = file.pointee.pMethods.pointee.xRead?(file, &bytes, Int32(count), sqlite3_int64(offset))
        return result == SQLITE_OK ? bytes : nil
    }
}

extension [UInt8] {
    /// The big-endian 32-bit integer at an offset.
    fileprivate func number(at offset: Int) -> Int {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
