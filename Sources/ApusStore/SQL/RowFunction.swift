import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// A function of Swift that statements of a migration call.
struct RowFunction: Sendable {
    /// The name, the connection's own.
    let name: String
    private let argumentTypes: [ScalarType]
    private let body: @Sendable ([StoredValue]) throws -> StoredValue

    init(
        _ name: String,
        over argumentTypes: [ScalarType],
        _ body: @escaping @Sendable ([StoredValue]) throws -> StoredValue
    ) {
        self.name = name
        self.argumentTypes = argumentTypes
        self.body = body
    }

    /// A call of the function, as SQL.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - type: The type of the result.
    /// - Returns: The call.
    func call(_ arguments: [SQLStatement], returning type: StorageType) -> SQLStatement {
        // GRDB hands texts over up to their first NUL, so texts travel as bytes, in both directions.
        let texts: [String] = zip(arguments, argumentTypes).map { argument, type in
            type.storage == .text ? "CAST(\(argument.sql) AS BLOB)" : argument.sql
        }
        let call: String = "\(name)(\(texts.joined(separator: ", ")))"
        let sql: String =
            switch type {
            case .text, .blob: "CAST(\(call) AS \(type.rawValue))"
            case .integer, .real, .any: call
            }
        return SQLStatement(sql, arguments.flatMap(\.arguments))
    }

    /// Makes the function known to a connection.
    func add(to db: Database) {
        let (types, body) = (argumentTypes, body)
        db.add(
            function: DatabaseFunction(name, argumentCount: types.count, pure: true) { values in
                let arguments: [StoredValue] = try zip(values, types).map { try StoredValue($0, of: $1) }
                return try body(arguments).functionResult
            }
        )
    }
}

extension StoredValue {
    /// A function's argument; a text comes as its bytes.
    fileprivate init(_ value: DatabaseValue, of type: ScalarType) throws {
        guard type.storage == .text, case .blob(let bytes) = value.storage else {
            self = StoredValue.fromDatabaseValue(value) ?? .null
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // Bytes that are not UTF-8 are mended when they are read, and so would be changed.
        guard text.utf8.elementsEqual(bytes) else { throw ValueFailure.noText(.blob(bytes)) }
        self = .text(text)
    }
}
