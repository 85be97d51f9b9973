import ApusSchema
public import Foundation
import GRDBSQLite

/// A row, from which an object's values are read column by column: the current one of a statement, or a packed one.
///
/// Columns are numbered in the order of the object's properties: the inherited attributes, the inherited foreign keys,
/// then the entity's own. Each part of a composite has a column.
public struct RowReader {
    /// The error of a column whose value does not have the expected type.
    struct Failure: Error {
        let column: Int
        let expected: String
    }

    private enum Source {
        /// A statement, and the indexes of the columns among those that it reads.
        case statement(OpaquePointer, UnsafePointer<Int32>)
        case packed(PackedRow)
    }

    private let source: Source

    /// The first null in a column that must have a value: the functions for most types do not throw.
    private let missing: UnsafeMutablePointer<Missing?>

    /// A column that is null. Made of plain values, as this is set up for each row.
    private struct Missing {
        let column: Int
        let type: StaticString
    }

    /// Reads values from a statement's current row.
    ///
    /// - Throws: The error of the closure; ``Failure`` if a required value is null.
    @inline(__always)
    static func read<Result>(
        _ statement: OpaquePointer,
        _ columnIndexes: UnsafePointer<Int32>,
        _ body: (RowReader) throws -> Result
    ) throws -> Result {
        try read(.statement(statement, columnIndexes), body)
    }

    /// Reads values from a packed row.
    ///
    /// - Throws: The error of the closure; ``Failure`` if a required value is null.
    static func read<Result>(_ row: PackedRow, _ body: (RowReader) throws -> Result) throws -> Result {
        try read(.packed(row), body)
    }

    @inline(__always)
    private static func read<Result>(_ source: Source, _ body: (RowReader) throws -> Result) throws -> Result {
        var missing: Missing?
        let result = try withUnsafeMutablePointer(to: &missing) {
            try body(RowReader(source: source, missing: $0))
        }
        if let missing { throw Failure(column: missing.column, expected: "\(missing.type)") }
        return result
    }

    private init(source: Source, missing: UnsafeMutablePointer<Missing?>) {
        self.source = source
        self.missing = missing
    }

    /// Records that a column is null, if it is. Only the value that null gives has to be checked.
    @inline(never)
    private func require(_ column: Int, _ type: StaticString) {
        if isNull(column) { noteMissing(column, type) }
    }

    private func noteMissing(_ column: Int, _ type: StaticString) {
        if missing.pointee == nil { missing.pointee = Missing(column: column, type: type) }
    }

    @inline(__always)
    private func integer(_ column: Int, _ type: StaticString) -> Int64 {
        let number =
            switch source {
            case .statement(let statement, let indexes): sqlite3_column_int64(statement, indexes[column])
            case .packed(let row): row.integer(column)
            }
        if number == 0 { require(column, type) }
        return number
    }

    @inline(__always)
    private func real(_ column: Int, _ type: StaticString) -> Double {
        let number =
            switch source {
            case .statement(let statement, let indexes): sqlite3_column_double(statement, indexes[column])
            case .packed(let row): row.real(column)
            }
        if number == 0 { require(column, type) }
        return number
    }

    @inline(__always)
    private func text(_ column: Int, _ type: StaticString) -> String {
        switch source {
        case .statement(let statement, let indexes):
            if let text = Self.presentText(statement, indexes[column]) { return text }
        case .packed(let row):
            if !row.isNull(column) { return String(decoding: row.bytes(column), as: UTF8.self) }
        }
        noteMissing(column, type)
        return ""
    }

    /// The identity in a statement's current row, which is its first column.
    static func identity(_ statement: OpaquePointer) -> Int64 { sqlite3_column_int64(statement, 0) }

    /// The text at an index of a statement's current row.
    static func text(_ statement: OpaquePointer, _ index: Int32) -> String { presentText(statement, index) ?? "" }

    /// The text at an index of a statement's current row; `nil` if the column is null.
    @inline(__always)
    private static func presentText(_ statement: OpaquePointer, _ index: Int32) -> String? {
        // The column is found once, not once for the pointer and once for the length. No other thread uses the connection
        // meanwhile, which SQLite's documentation requires of what is done with such a value.
        let value = sqlite3_column_value(statement, index)
        guard let start = sqlite3_value_text(value) else { return nil }
        let count = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The value at an index of a statement's current row.
    static func value(_ statement: OpaquePointer, _ index: Int32) -> StoredValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: return .text(text(statement, index))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, index)
            let count = Int(sqlite3_column_bytes(statement, index))
            return .blob(Data(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        switch source {
        case .statement(let statement, let indexes):
            let value = sqlite3_column_value(statement, indexes[column])
            // The pointer first, then its length, as SQLite's documentation requires.
            let start = sqlite3_value_blob(value)
            return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        case .packed(let row): return row.bytes(column)
        }
    }

    /// Whether a column is null.
    @_spi(Generated)
    public func isNull(_ column: Int) -> Bool {
        switch source {
        case .statement(let statement, let indexes): sqlite3_column_type(statement, indexes[column]) == SQLITE_NULL
        case .packed(let row): row.isNull(column)
        }
    }

    /// Whether all of several columns are null.
    @_spi(Generated)
    public func isNull(_ columns: Range<Int>) -> Bool { columns.allSatisfy { isNull($0) } }

    /// A value of `int16`.
    ///
    /// - Throws: ``ModelError`` if the number is out of range.
    @_spi(Generated)
    public func int16(_ column: Int) throws -> Int16 {
        guard let number = Int16(exactly: integer(column, "int16")) else {
            throw Failure(column: column, expected: "int16")
        }
        return number
    }

    /// A value of `int32`.
    ///
    /// - Throws: ``ModelError`` if the number is out of range.
    @_spi(Generated)
    public func int32(_ column: Int) throws -> Int32 {
        guard let number = Int32(exactly: integer(column, "int32")) else {
            throw Failure(column: column, expected: "int32")
        }
        return number
    }

    /// A value of `int64`.
    @_spi(Generated)
    public func int64(_ column: Int) -> Int64 { integer(column, "int64") }

    /// A value of `int`.
    ///
    /// - Throws: ``ModelError`` if the number is out of range, where `Int` has fewer than 64 bits.
    @_spi(Generated)
    public func int(_ column: Int) throws -> Int {
        guard let number = Int(exactly: integer(column, "int")) else { throw Failure(column: column, expected: "int") }
        return number
    }

    /// A value of `decimal`.
    ///
    /// - Throws: ``ModelError`` if the text is not a decimal number.
    @_spi(Generated)
    public func decimal(_ column: Int) throws -> Decimal {
        guard let number = Decimal(canonicalText: text(column, "decimal")) else {
            throw Failure(column: column, expected: "decimal")
        }
        return number
    }

    /// A value of `double`.
    @_spi(Generated)
    public func double(_ column: Int) -> Double { real(column, "double") }

    /// A value of `float`.
    @_spi(Generated)
    public func float(_ column: Int) -> Float { Float(real(column, "float")) }

    /// A value of `string`.
    @_spi(Generated)
    public func string(_ column: Int) -> String { text(column, "string") }

    /// A value of `bool`.
    @_spi(Generated)
    public func bool(_ column: Int) -> Bool { integer(column, "bool") != 0 }

    /// A value of `date`.
    @_spi(Generated)
    public func date(_ column: Int) -> Date { Date(timeIntervalSinceReferenceDate: real(column, "date")) }

    /// A value of `data`.
    @_spi(Generated)
    public func data(_ column: Int) -> Data {
        let data = Data(bytes(column))
        if data.isEmpty { require(column, "data") }
        return data
    }

    /// A value of `uuid`.
    ///
    /// - Throws: ``ModelError`` if there are not 16 bytes.
    @_spi(Generated)
    public func uuid(_ column: Int) throws -> UUID {
        let bytes = bytes(column)
        guard bytes.count == 16 else { throw Failure(column: column, expected: "uuid") }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    /// A value of `url`.
    ///
    /// - Throws: ``ModelError`` if the text is not a URL.
    @_spi(Generated)
    public func url(_ column: Int) throws -> URL {
        guard let url = URL(storedText: text(column, "url")) else { throw Failure(column: column, expected: "url") }
        return url
    }

    /// A value of an enum.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - rawValue: The column's value.
    /// - Returns: The case with that raw value.
    /// - Throws: ``ModelError`` if the enum has no such case.
    @_spi(Generated)
    @inlinable
    public func enumeration<Case: RawRepresentable>(_ column: Int, _ rawValue: Case.RawValue) throws -> Case {
        guard let value = Case(rawValue: rawValue) else { throw failure(column, "case of \(Case.self)") }
        return value
    }

    /// A value that a transformer encodes.
    ///
    /// - Throws: ``ModelError`` if the transformer cannot decode the bytes.
    @_spi(Generated)
    public func transformed<Transformer: AttributeTransformer>(
        _ column: Int,
        by transformer: Transformer.Type
    ) throws -> Transformer.Value {
        var expected: String { "\(Transformer.Value.self) of \(Transformer.self)" }
        let data = Data(bytes(column))
        if data.isEmpty, isNull(column) { throw Failure(column: column, expected: expected) }
        do {
            return try Transformer.value(from: data)
        } catch {
            throw Failure(column: column, expected: expected)
        }
    }

    /// A value with external storage: the value itself, or the name of its file.
    ///
    /// - Throws: ``ModelError`` if the transformer cannot decode the row's bytes.
    @_spi(Generated)
    public func external<Transformer: AttributeTransformer>(_ column: Int) throws -> ExternalValue<Transformer> {
        guard case .statement(let statement, let indexes) = source else {
            throw Failure(column: column, expected: "\(Transformer.Value.self)")
        }
        return switch sqlite3_column_type(statement, indexes[column]) {
        case SQLITE_NULL: ExternalValue()
        case SQLITE_TEXT: ExternalValue(.file(.init(string(column))))
        default: ExternalValue(.value(try transformed(column, by: Transformer.self)))
        }
    }

    /// The identifier of an object, whose identity is in a column and whose entity's name is in the next one.
    @_spi(Generated)
    public func identifier(_ column: Int) -> PersistentIdentifier? {
        isNull(column) ? nil : PersistentIdentifier(entityName: string(column + 1), row: int64(column))
    }

    @usableFromInline
    func failure(_ column: Int, _ expected: String) -> any Error { Failure(column: column, expected: expected) }
}
