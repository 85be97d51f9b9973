import ApusSchema
public import Foundation
import GRDBSQLite

/// The current row of a statement, read by position: the attributes, then the keys.
public struct RowReader {
    /// A column that holds what its type cannot be.
    struct Failure: Error {
        let position: Int
        let expected: String
    }

    private let statement: OpaquePointer

    /// A reader of the row that a statement stands at; its first column is the row's identity.
    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// The row's identity.
    var identity: Int64 { sqlite3_column_int64(statement, 0) }

    private func column(_ position: Int) -> Int32 { Int32(truncatingIfNeeded: position + 1) }

    private func isNull(_ position: Int) -> Bool {
        sqlite3_column_type(statement, column(position)) == SQLITE_NULL
    }

    private func bytes(_ position: Int) -> UnsafeRawBufferPointer {
        // In this order: the pointer first, then its length, as SQLite asks for.
        let start: UnsafeRawPointer? = sqlite3_column_blob(statement, column(position))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column(position))))
    }

    /// A value of `int16`.
    ///
    /// - Throws: ``ModelError`` where the number is out of range.
    public func int16(_ position: Int) throws -> Int16 {
        guard let number = Int16(exactly: int64(position)) else {
            throw Failure(position: position, expected: "int16")
        }
        return number
    }

    /// A value of `int32`.
    ///
    /// - Throws: ``ModelError`` where the number is out of range.
    public func int32(_ position: Int) throws -> Int32 {
        guard let number = Int32(exactly: int64(position)) else {
            throw Failure(position: position, expected: "int32")
        }
        return number
    }

    /// A value of `int64`.
    public func int64(_ position: Int) -> Int64 {
        sqlite3_column_int64(statement, column(position))
    }

    /// A value of `decimal`.
    ///
    /// - Throws: ``ModelError`` where the text is no decimal number.
    public func decimal(_ position: Int) throws -> Decimal {
        guard let number = Decimal(canonicalText: string(position)) else {
            throw Failure(position: position, expected: "decimal")
        }
        return number
    }

    /// A value of `double`.
    public func double(_ position: Int) -> Double {
        sqlite3_column_double(statement, column(position))
    }

    /// A value of `float`.
    public func float(_ position: Int) -> Float {
        Float(double(position))
    }

    /// A value of `string`.
    public func string(_ position: Int) -> String {
        guard let start = sqlite3_column_text(statement, column(position)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column(position)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// A value of `bool`.
    public func bool(_ position: Int) -> Bool {
        int64(position) != 0
    }

    /// A value of `date`.
    public func date(_ position: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: double(position))
    }

    /// A value of `data`.
    public func data(_ position: Int) -> Data {
        Data(bytes(position))
    }

    /// A value of `uuid`.
    ///
    /// - Throws: ``ModelError`` where there are not 16 bytes.
    public func uuid(_ position: Int) throws -> UUID {
        let bytes: UnsafeRawBufferPointer = bytes(position)
        guard bytes.count == 16 else { throw Failure(position: position, expected: "uuid") }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    /// A value of `url`.
    ///
    /// - Throws: ``ModelError`` where the text is no URL.
    public func url(_ position: Int) throws -> URL {
        guard let url = URL(string: string(position), encodingInvalidCharacters: false) else {
            throw Failure(position: position, expected: "url")
        }
        return url
    }

    /// A value that may be missing.
    ///
    /// - Parameters:
    ///   - position: The attribute's position.
    ///   - read: Reads the value where there is one, such as `row.string`.
    /// - Returns: The value, or `nil`.
    /// - Throws: ``ModelError`` where the column holds what its type cannot be.
    public func optional<T>(_ position: Int, _ read: (Int) throws -> T) throws -> T? {
        isNull(position) ? nil : try read(position)
    }

    /// The end of a to-one relationship.
    public func end(_ position: Int) -> RelationshipEnd {
        RelationshipEnd(isNull(position) ? .one(nil) : .row(int64(position)))
    }
}
