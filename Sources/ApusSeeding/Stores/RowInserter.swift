package import ApusSchema
import ApusStore
import Foundation
package import GRDB
import GRDBSQLite

/// Inserts rows into a table with one prepared statement. It calls SQLite directly, because seeding spends its time
/// here.
package struct RowInserter {
    private let statement: Statement
    private let pointer: OpaquePointer

    /// Prepares the statement.
    ///
    /// - Parameters:
    ///   - db: The store's connection.
    ///   - table: The table's name.
    ///   - columns: The columns' names.
    /// - Throws: `DatabaseError`.
    package init(_ db: Database, into table: String, columns: [String]) throws {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        statement = try db.makeStatement(
            sql: "INSERT INTO \(SQLText.name(table)) (\(SQLText.names(columns))) VALUES (\(marks))"
        )
        pointer = statement.sqliteStatement
    }

    /// Binds a value to a column.
    package func bind(_ value: StoredValue, at index: Int) {
        let index = Int32(truncatingIfNeeded: index + 1)
        switch value {
        case .null: sqlite3_bind_null(pointer, index)
        case .integer(let number): sqlite3_bind_int64(pointer, index, number)
        case .real(let number): sqlite3_bind_double(pointer, index, number)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    // An empty text may have no address, which SQLite would take for null. The length is passed because
                    // a text may contain NUL.
                    guard let start = bytes.baseAddress else {
                        sqlite3_bind_text(pointer, index, "", 0, Self.transient)
                        return
                    }
                    let size = UInt64(bytes.count)
                    sqlite3_bind_text64(pointer, index, start, size, Self.transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let data):
            if data.isEmpty {
                sqlite3_bind_zeroblob(pointer, index, 0)
            } else {
                _ = data.withUnsafeBytes { bytes in
                    sqlite3_bind_blob64(pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.transient)
                }
            }
        }
    }

    /// Inserts the row with the bound values.
    ///
    /// - Throws: `DatabaseError`.
    package func insert() throws {
        let code: Int32 = sqlite3_step(pointer)
        sqlite3_reset(pointer)
        guard code == SQLITE_DONE else {
            let connection: OpaquePointer? = sqlite3_db_handle(pointer)
            throw DatabaseError(
                resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
                message: String(cString: sqlite3_errmsg(connection)),
                sql: statement.sql
            )
        }
    }

    /// Tells SQLite to copy the bound value.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
