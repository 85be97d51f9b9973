import ApusSchema
import Foundation
import GRDB
import GRDBSQLite

/// The texts of a database as bytes, in its encoding.
///
/// Functions receive texts as bytes, and return those with a NUL so, because GRDB passes a text only up to the first NUL.
/// SQLite's casts between text and bytes keep the encoding of the database.
///
/// It belongs to one connection and is used by the functions of that connection alone, which SQLite calls one at a time.
final class TextBytes: @unchecked Sendable {
    private let connection: SQLiteConnection?
    private var known: Encoding?

    private enum Encoding { case utf8, utf16LittleEndian, utf16BigEndian }

    init(_ db: Database) { connection = db.sqliteConnection }

    /// The text; invalid bytes are repaired.
    func text(_ bytes: Data) -> String {
        guard encoding != .utf8 else { return String(decoding: bytes, as: UTF8.self) }
        let (low, high) = encoding == .utf16LittleEndian ? (0, 1) : (1, 0)
        let bytes = [UInt8](bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Whether a text has exactly these bytes.
    func isText(_ text: String, of bytes: Data) -> Bool {
        encoding == .utf8 ? text.hasUTF8(bytes) : self.bytes(of: text) == bytes
    }

    /// A value as the result of a function whose caller casts it to the value's type.
    func result(_ value: StoredValue) -> (any DatabaseValueConvertible)? {
        switch value {
        case .text(let text): text.hasNUL ? bytes(of: text) : text
        // An empty blob would become null.
        case .blob(let bytes): bytes.isEmpty ? "" : bytes
        case .null: nil
        case .integer(let number): number
        case .real(let number): number
        }
    }

    private func bytes(of text: String) -> Data {
        switch encoding {
        case .utf8: Data(text.utf8)
        case .utf16LittleEndian: Data(text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
        case .utf16BigEndian: Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
        }
    }

    /// Read when a function is called, because SQLite has read the file's header then.
    private var encoding: Encoding {
        if let known { return known }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        var name = ""
        if sqlite3_prepare_v2(connection, "PRAGMA encoding", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        {
            name = String(cString: text)
        }
        let encoding: Encoding =
            switch name {
            case "UTF-16le": .utf16LittleEndian
            case "UTF-16be": .utf16BigEndian
            default: .utf8
            }
        known = encoding
        return encoding
    }
}

extension String {
    /// Whether its UTF-8 is exactly these bytes. `elementsEqual` takes longer for a text than to decrypt it.
    func hasUTF8(_ bytes: Data) -> Bool {
        let isEqual = utf8.withContiguousStorageIfAvailable { own in
            bytes.withUnsafeBytes { bytes in
                guard own.count == bytes.count else { return false }
                guard let first = own.baseAddress, let second = bytes.baseAddress else { return own.isEmpty }
                return memcmp(first, second, own.count) == 0
            }
        }
        return isEqual ?? utf8.elementsEqual(bytes)
    }

    /// Whether one of its characters is NUL.
    fileprivate var hasNUL: Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
    }
}
