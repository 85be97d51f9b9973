import Foundation
import GRDBSQLite

/// The header of a database file (https://sqlite.org/fileformat2.html#the_database_header).
struct DatabaseHeader {
    /// The first 100 bytes, or fewer if the file is shorter.
    let bytes: [UInt8]

    /// The size of the whole file in bytes.
    let fileSize: Int

    /// Reads a file's first bytes; `nil` if it cannot be read.
    ///
    /// The bytes are read through SQLite: if a process opens and closes the file itself, all its connections to the
    /// file lose their locks (https://sqlite.org/howtocorrupt.html, section 2.2). No lock is taken, and no file is
    /// created.
    init?(at location: String) {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_open_v2(location, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file, let methods = file.pointee.pMethods?.pointee
        else { return nil }
        var size: sqlite3_int64 = 0
        guard methods.xFileSize?(file, &size) == SQLITE_OK else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(Swift.min(size, 100)))
        if !bytes.isEmpty {
            guard methods.xRead?(file, &bytes, Int32(bytes.count), 0) == SQLITE_OK else { return nil }
        }
        (self.bytes, self.fileSize) = (bytes, Int(size))
    }

    /// Whether the file begins with SQLite's magic string and the constants that all database files have.
    var isDatabase: Bool {
        bytes.count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
            && bytes[21...23].elementsEqual([64, 32, 32]) && (512...65536).contains(pageSize)
            && pageSize.nonzeroBitCount == 1
    }

    private var pageSize: Int {
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        return size == 1 ? 65536 : size
    }

    /// Whether the file has the application ID of a store.
    var isStore: Bool { isDatabase && number(at: 68) == StoreFormat.applicationID }

    /// The number of the store's format.
    var format: Int { number(at: 60) }

    /// The encoding of text, as `PRAGMA encoding` names it; `nil` if no text was ever stored.
    var encoding: String? { [1: "UTF-8", 2: "UTF-16le", 3: "UTF-16be"][number(at: 56)] }

    /// Whether the database is in WAL mode.
    var hasLog: Bool { bytes.count > 19 && bytes[18] == 2 && bytes[19] == 2 }

    /// The size according to the header; `nil` if an old version of SQLite, which does not store it, wrote the file
    /// last.
    var statedSize: Int? {
        guard isDatabase, number(at: 24) == number(at: 92), number(at: 28) > 0 else { return nil }
        return number(at: 28) * pageSize
    }

    /// The big-endian 32-bit integer at an offset; 0 if the file is shorter.
    private func number(at offset: Int) -> Int {
        guard bytes.count >= offset + 4 else { return 0 }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
