import ApusSchema
public import Foundation
import GRDBSQLite

/// Gives values to a statement's parameters, one after the other.
public struct RowWriter {
    /// SQLite's answer where it refused a value, such as one that is too large.
    private(set) var code: Int32 = SQLITE_OK

    /// Why a value could not be turned into bytes.
    private(set) var failure: (any Error)?

    /// `nil` where the values are only looked at.
    private let statement: OpaquePointer?
    private var parameter: Int32 = 0
    /// Where large values go.
    private let files: FileChanges?

    /// The values that were given, where they are only looked at; NaN stands for itself.
    private(set) var values: [StoredValue] = []

    /// A writer of a statement's parameters, or one that only looks at the values.
    init(_ statement: OpaquePointer?, files: FileChanges? = nil) {
        self.statement = statement
        self.files = files
    }

    /// Forgets the values that were looked at, to look at others.
    mutating func startLooking() {
        values.removeAll(keepingCapacity: true)
        failure = nil
    }

    /// SQLite is to copy what it is given.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private mutating func next(
        _ value: @autoclosure () -> StoredValue,
        _ body: (OpaquePointer, Int32) -> Int32
    ) {
        guard let statement else {
            values.append(value())
            return
        }
        parameter += 1
        let answer: Int32 = body(statement, parameter)
        if answer != SQLITE_OK { code = answer }
    }

    private mutating func bindNull() {
        next(.null) { sqlite3_bind_null($0, $1) }
    }

    /// Gives the parts of a composite, or nulls.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - count: How many columns it has.
    public mutating func bind(_ value: (some CompositeValue)?, columns count: Int) {
        if let value {
            value.apusBind(to: &self)
        } else {
            for _ in 0..<count { bindNull() }
        }
    }

    /// Gives an integer.
    public mutating func bind(_ value: Int64) {
        next(.integer(value)) { sqlite3_bind_int64($0, $1, value) }
    }

    /// Gives an integer.
    public mutating func bind(_ value: Int32) { bind(Int64(value)) }

    /// Gives an integer.
    public mutating func bind(_ value: Int16) { bind(Int64(value)) }

    /// Gives a truth value.
    public mutating func bind(_ value: Bool) { bind(value ? Int64(1) : 0) }

    /// Gives a number.
    public mutating func bind(_ value: Double) {
        next(.real(value)) { sqlite3_bind_double($0, $1, value) }
    }

    /// Gives a number.
    public mutating func bind(_ value: Float) { bind(Double(value)) }

    /// Gives a decimal number.
    public mutating func bind(_ value: Decimal) {
        if value.isNaN { bind(Double.nan) } else { bind(value.canonicalText) }
    }

    /// Gives a date.
    public mutating func bind(_ value: Date) { bind(value.timeIntervalSinceReferenceDate) }

    /// Gives a text.
    public mutating func bind(_ value: String) {
        var text: String = value
        text.withUTF8 { bytes in
            // An empty text may have no address, which SQLite would take for null.
            guard let start = bytes.baseAddress else {
                next(.text("")) { sqlite3_bind_text($0, $1, "", 0, Self.transient) }
                return
            }
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                next(.text(value)) {
                    sqlite3_bind_text64(
                        $0,
                        $1,
                        start,
                        UInt64(bytes.count),
                        Self.transient,
                        UInt8(SQLITE_UTF8)
                    )
                }
            }
        }
    }

    /// Gives bytes.
    public mutating func bind(_ value: Data) {
        if value.isEmpty {
            // Without an address the bytes would be null.
            next(.blob(value)) { sqlite3_bind_zeroblob($0, $1, 0) }
        } else {
            value.withUnsafeBytes { bytes in
                next(.blob(value)) {
                    sqlite3_bind_blob64($0, $1, bytes.baseAddress, UInt64(bytes.count), Self.transient)
                }
            }
        }
    }

    /// Gives the 16 bytes of an identifier.
    public mutating func bind(_ value: UUID) {
        withUnsafeBytes(of: value.uuid) { bytes in
            next(.blob(Data(bytes))) { sqlite3_bind_blob($0, $1, bytes.baseAddress, 16, Self.transient) }
        }
    }

    /// Gives a URL.
    public mutating func bind(_ value: URL) { bind(value.absoluteString) }

    /// Gives a value that a transformer turns into bytes.
    public mutating func bind<Transformer: AttributeTransformer>(
        _ value: Transformer.Value,
        by transformer: Transformer.Type
    ) {
        encode { .blob(try Transformer.data(from: value)) }
    }

    /// Gives a value that a transformer turns into bytes, or null.
    public mutating func bind<Transformer: AttributeTransformer>(
        _ value: Transformer.Value?,
        by transformer: Transformer.Type
    ) {
        if let value { bind(value, by: transformer) } else { bindNull() }
    }

    /// Gives a value that may lie in a file: a large one is written to one.
    public mutating func bind<Transformer: AttributeTransformer>(_ value: ExternalValue<Transformer>) {
        switch value.state {
        case .none: bindNull()
        case .file(let name):
            // A file is one row's: a row that is new has the value in a file of its own.
            if statement == nil { bindNull() } else { encode { [files] in try files?.copy(name) ?? .null } }
        case .value(let value):
            encode { [files] in
                let data: Data = try Transformer.data(from: value)
                return try files?.write(data).map { .text($0) } ?? .blob(data)
            }
        }
    }

    private mutating func encode(_ body: () throws -> StoredValue) {
        do {
            bind(try body())
        } catch {
            failure = error
            bindNull()
        }
    }

    /// Gives a value as a column holds it.
    mutating func bind(_ value: StoredValue) {
        switch value {
        case .null: bindNull()
        case .integer(let number): bind(number)
        case .real(let number): bind(number)
        case .text(let text): bind(text)
        case .blob(let data): bind(data)
        }
    }

    /// Gives an integer or null.
    public mutating func bind(_ value: Int64?) { if let value { bind(value) } else { bindNull() } }

    /// Gives an integer or null.
    public mutating func bind(_ value: Int32?) { if let value { bind(value) } else { bindNull() } }

    /// Gives an integer or null.
    public mutating func bind(_ value: Int16?) { if let value { bind(value) } else { bindNull() } }

    /// Gives a truth value or null.
    public mutating func bind(_ value: Bool?) { if let value { bind(value) } else { bindNull() } }

    /// Gives a number or null.
    public mutating func bind(_ value: Double?) { if let value { bind(value) } else { bindNull() } }

    /// Gives a number or null.
    public mutating func bind(_ value: Float?) { if let value { bind(value) } else { bindNull() } }

    /// Gives a decimal number or null.
    public mutating func bind(_ value: Decimal?) { if let value { bind(value) } else { bindNull() } }

    /// Gives a date or null.
    public mutating func bind(_ value: Date?) { if let value { bind(value) } else { bindNull() } }

    /// Gives a text or null.
    public mutating func bind(_ value: String?) { if let value { bind(value) } else { bindNull() } }

    /// Gives bytes or null.
    public mutating func bind(_ value: Data?) { if let value { bind(value) } else { bindNull() } }

    /// Gives an identifier or null.
    public mutating func bind(_ value: UUID?) { if let value { bind(value) } else { bindNull() } }

    /// Gives a URL or null.
    public mutating func bind(_ value: URL?) { if let value { bind(value) } else { bindNull() } }
}
