import Foundation
import GRDBSQLite

/// The first bytes of a file, as SQLite's file format describes them (https://sqlite.org/fileformat2.html#the_database_header).
struct DatabaseHeader {
    /// The bytes, a hundred at most.
    let bytes: [UInt8]

    /// The size of the whole file in bytes.
    let fileSize: Int

    /// Reads a file's first bytes; `nil` where it may not be read.
    ///
    /// SQLite reads them, because a process that closes a file of its own loses the locks that all its connections to
    /// the same file have (https://sqlite.org/howtocorrupt.html, section 2.2). No lock is taken, and nothing is made.
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

    /// Whether the file begins as databases do: with the words, and the numbers that are the same in all of them.
    var isDatabase: Bool {
        bytes.count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
            && bytes[21...23].elementsEqual([64, 32, 32]) && (512...65536).contains(pageSize)
            && pageSize.nonzeroBitCount == 1
    }

    private var pageSize: Int {
        let size: Int = Int(bytes[16]) << 8 | Int(bytes[17])
        return size == 1 ? 65536 : size
    }

    /// Whether the file is a store by its own word.
    var isStore: Bool { isDatabase && number(at: 68) == StoreFormat.applicationID }

    /// The number of the store's format.
    var format: Int { number(at: 60) }

    /// Whether writers append to a log beside the file.
    var hasLog: Bool { bytes.count > 19 && bytes[18] == 2 && bytes[19] == 2 }

    /// The size that the file says it has; `nil` where an old SQLite wrote it last and did not say so.
    var statedSize: Int? {
        guard isDatabase, number(at: 24) == number(at: 92), number(at: 28) > 0 else { return nil }
        return number(at: 28) * pageSize
    }

    /// The whole number of four bytes at a place, the most significant first; 0 where the file is shorter.
    private func number(at place: Int) -> Int {
        guard bytes.count >= place + 4 else { return 0 }
        return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
