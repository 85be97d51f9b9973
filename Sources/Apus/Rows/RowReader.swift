import ApusSchema
public import Foundation
import GRDBSQLite

/// The current row of a statement, of which the values of an object are read column by column.
///
/// Columns are numbered in the order of an object's properties: those of the inherited attributes, those of the
/// inherited keys, then the entity's own ones; of a composite each part has one.
public struct RowReader {
    /// A column that holds what its type cannot be.
    struct Failure: Error {
        let column: Int
        let expected: String
    }

    private let statement: OpaquePointer

    /// Where the columns stand among those that the statement reads.
    private let places: UnsafePointer<Int32>

    /// A reader of the row that a statement stands at.
    init(_ statement: OpaquePointer, _ places: UnsafePointer<Int32>) {
        self.statement = statement
        self.places = places
    }

    /// The identity of the row that a statement stands at, which it reads first.
    static func identity(_ statement: OpaquePointer) -> Int64 { sqlite3_column_int64(statement, 0) }

    /// A text of the row that a statement stands at.
    static func text(_ statement: OpaquePointer, _ place: Int32) -> String {
        guard let start = sqlite3_column_text(statement, place) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, place))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// A value of the row that a statement stands at.
    static func value(_ statement: OpaquePointer, _ place: Int32) -> StoredValue {
        switch sqlite3_column_type(statement, place) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, place))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, place))
        case SQLITE_TEXT: return .text(text(statement, place))
        case SQLITE_BLOB:
            let start: UnsafeRawPointer? = sqlite3_column_blob(statement, place)
            let count = Int(sqlite3_column_bytes(statement, place))
            return .blob(Data(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        // In this order: the pointer first, then its length, as SQLite asks for.
        let start: UnsafeRawPointer? = sqlite3_column_blob(statement, places[column])
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, places[column])))
    }

    /// Whether a column has no value.
    public func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, places[column]) == SQLITE_NULL
    }

    /// Whether none of several columns has a value.
    public func isNull(_ columns: Range<Int>) -> Bool { columns.allSatisfy { isNull($0) } }

    /// A value of `int16`.
    ///
    /// - Throws: ``ModelError`` where the number is out of range.
    public func int16(_ column: Int) throws -> Int16 {
        guard let number = Int16(exactly: int64(column)) else { throw Failure(column: column, expected: "int16") }
        return number
    }

    /// A value of `int32`.
    ///
    /// - Throws: ``ModelError`` where the number is out of range.
    public func int32(_ column: Int) throws -> Int32 {
        guard let number = Int32(exactly: int64(column)) else { throw Failure(column: column, expected: "int32") }
        return number
    }

    /// A value of `int64`.
    public func int64(_ column: Int) -> Int64 { sqlite3_column_int64(statement, places[column]) }

    /// A value of `decimal`.
    ///
    /// - Throws: ``ModelError`` where the text is no decimal number.
    public func decimal(_ column: Int) throws -> Decimal {
        guard let number = Decimal(canonicalText: string(column)) else {
            throw Failure(column: column, expected: "decimal")
        }
        return number
    }

    /// A value of `double`.
    public func double(_ column: Int) -> Double { sqlite3_column_double(statement, places[column]) }

    /// A value of `float`.
    public func float(_ column: Int) -> Float { Float(double(column)) }

    /// A value of `string`.
    public func string(_ column: Int) -> String { Self.text(statement, places[column]) }

    /// A value of `bool`.
    public func bool(_ column: Int) -> Bool { int64(column) != 0 }

    /// A value of `date`.
    public func date(_ column: Int) -> Date { Date(timeIntervalSinceReferenceDate: double(column)) }

    /// A value of `data`.
    public func data(_ column: Int) -> Data { Data(bytes(column)) }

    /// A value of `uuid`.
    ///
    /// - Throws: ``ModelError`` where there are not 16 bytes.
    public func uuid(_ column: Int) throws -> UUID {
        let bytes: UnsafeRawBufferPointer = bytes(column)
        guard bytes.count == 16 else { throw Failure(column: column, expected: "uuid") }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    /// A value of `url`.
    ///
    /// - Throws: ``ModelError`` where the text is no URL.
    public func url(_ column: Int) throws -> URL {
        guard let url = URL(string: string(column), encodingInvalidCharacters: false) else {
            throw Failure(column: column, expected: "url")
        }
        return url
    }

    /// A value of an enum.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - rawValue: What the column holds.
    /// - Returns: The case of that raw value.
    /// - Throws: ``ModelError`` where the enum has no such case.
    @inlinable
    public func enumeration<Case: RawRepresentable>(_ column: Int, _ rawValue: Case.RawValue) throws -> Case {
        guard let value = Case(rawValue: rawValue) else { throw failure(column, "case of \(Case.self)") }
        return value
    }

    /// A value of a type that a transformer turns into bytes.
    ///
    /// - Throws: ``ModelError`` where the transformer cannot make a value of the bytes.
    public func transformed<Transformer: AttributeTransformer>(
        _ column: Int,
        by transformer: Transformer.Type
    ) throws -> Transformer.Value {
        do {
            return try Transformer.value(from: data(column))
        } catch {
            throw Failure(column: column, expected: "\(Transformer.Value.self) of \(Transformer.self)")
        }
    }

    /// A value that may lie in a file: where it is.
    ///
    /// - Throws: ``ModelError`` where the transformer cannot make a value of the row's bytes.
    public func external<Transformer: AttributeTransformer>(_ column: Int) throws -> ExternalValue<Transformer> {
        switch sqlite3_column_type(statement, places[column]) {
        case SQLITE_NULL: ExternalValue()
        case SQLITE_TEXT: ExternalValue(.file(string(column)))
        default: ExternalValue(.value(try transformed(column, by: Transformer.self)))
        }
    }

    /// The identifier of an object, of whose columns the first holds the identity, the second the name of the entity.
    public func identifier(_ column: Int) -> PersistentIdentifier? {
        isNull(column) ? nil : PersistentIdentifier(entityName: string(column + 1), row: int64(column))
    }

    @usableFromInline
    func failure(_ column: Int, _ expected: String) -> any Error { Failure(column: column, expected: expected) }
}
