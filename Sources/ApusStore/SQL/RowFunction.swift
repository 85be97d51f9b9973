import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// A Swift function that the statements of a migration call.
struct RowFunction: Sendable {
    /// The name, unique in the connection.
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
        // GRDB passes text only up to the first NUL, so text is passed as bytes, in both directions.
        let texts: [String] = zip(arguments, argumentTypes).map { argument, type in
            type.storage == .text ? "CAST(\(argument.sql) AS BLOB)" : argument.sql
        }
        let call = "\(name)(\(ArgumentGroup.groups(of: texts).joined(separator: ", ")))"
        let sql: String =
            switch type {
            case .text, .blob: "CAST(\(call) AS \(type.rawValue))"
            case .integer, .real, .any: call
            }
        return SQLStatement(sql, arguments.flatMap(\.arguments))
    }

    /// Adds the function to a connection.
    func add(to db: Database) {
        let (types, body, texts) = (argumentTypes, body, TextBytes(db))
        let count = ArgumentGroup.count(of: types.count)
        if count < types.count { db.add(function: ArgumentGroup.function) }
        db.add(
            function: DatabaseFunction(name, argumentCount: count, pure: true) { values in
                let values = count < types.count ? try ArgumentGroup.arguments(in: values) : values
                let arguments = try zip(values, types).map { try StoredValue($0, of: $1, texts) }
                return texts.result(try body(arguments))
            }
        )
    }
}

extension StoredValue {
    /// An argument of a function; text is passed as bytes.
    fileprivate init(_ value: DatabaseValue, of type: ScalarType, _ texts: TextBytes) throws {
        guard type.storage == .text, case .blob(let bytes) = value.storage else {
            self = StoredValue.fromDatabaseValue(value) ?? .null
            return
        }
        let text = texts.text(bytes)
        // Decoding repairs invalid bytes, which would change the value.
        guard texts.isText(text, of: bytes) else { throw ValueFailure.noText(.blob(bytes)) }
        self = .text(text)
    }
}
