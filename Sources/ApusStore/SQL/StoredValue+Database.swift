public import ApusSchema
import Foundation
public import GRDB

extension StoredValue: DatabaseValueConvertible {
    /// The value as GRDB binds it.
    public var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let data): data.databaseValue
        }
    }

    /// The value that GRDB read.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> StoredValue? {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .blob(data)
        }
    }
}

extension StoredValue {
    /// A text, or null.
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

extension Database {
    /// The number of rows of a table.
    ///
    /// SQLite counts the entries of the smallest index, which fails if only the app's connection has its collation.
    ///
    /// - Parameter table: The table's name as SQL.
    /// - Returns: The number.
    /// - Throws: `DatabaseError`.
    func rowCount(_ table: String) throws -> Int {
        let sql = "SELECT count(*) FROM \(table)"
        do {
            return try Int.fetchOne(self, sql: sql) ?? 0
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            return try Int.fetchOne(self, sql: sql + " NOT INDEXED") ?? 0
        }
    }

    /// Runs a statement.
    func run(_ statement: SQLStatement) throws {
        try execute(sql: statement.sql, arguments: StatementArguments(statement.arguments))
    }
}
