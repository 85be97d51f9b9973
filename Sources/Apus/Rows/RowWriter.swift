import ApusSchema
public import Foundation
import GRDBSQLite

/// Binds values to a statement's parameters, one after the other, or collects them for validation.
public struct RowWriter {
    /// SQLite's result code if it rejected a value, such as one that is too large.
    private(set) var code: Int32 = SQLITE_OK

    /// The error of a value that could not be encoded.
    private(set) var failure: (any Error)?

    /// `nil` if the values are only collected.
    private let statement: OpaquePointer?
    private var parameter: Int32 = 0
    /// The external files, for large values.
    private let files: FileChanges?

    /// The encryption of the property that is bound, if its values may be in files.
    var encryption: FileEncryption?

    /// The collected values, if there is no statement. Unlike in a store, they can be NaN.
    private(set) var values: [StoredValue] = []

    /// Whether the collected value of an external file is its name, not what is in it.
    private let namesFiles: Bool

    /// Creates a writer of a statement's parameters, or one that only collects the values.
    init(_ statement: OpaquePointer?, files: FileChanges? = nil, namesFiles: Bool = false) {
        self.statement = statement
        self.files = files
        self.namesFiles = namesFiles
    }

    /// Discards the collected values and the failure.
    mutating func startCollecting() {
        values.removeAll(keepingCapacity: true)
        failure = nil
    }

    /// Makes SQLite copy the value.
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
        let result = body(statement, parameter)
        if result != SQLITE_OK { code = result }
    }

    private mutating func bindNull() {
        next(.null) { sqlite3_bind_null($0, $1) }
    }

    /// Binds the parts of a composite, or nulls.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - count: The number of its columns.
    @_spi(Generated)
    public mutating func bind(_ value: (some CompositeValue)?, columns count: Int) {
        if let value {
            value.apusBind(to: &self)
        } else {
            for _ in 0..<count { bindNull() }
        }
    }

    /// Binds an integer.
    @_spi(Generated)
    public mutating func bind(_ value: Int64) {
        next(.integer(value)) { sqlite3_bind_int64($0, $1, value) }
    }

    /// Binds an integer.
    @_spi(Generated)
    public mutating func bind(_ value: Int) { bind(Int64(value)) }

    /// Binds an integer.
    @_spi(Generated)
    public mutating func bind(_ value: Int32) { bind(Int64(value)) }

    /// Binds an integer.
    @_spi(Generated)
    public mutating func bind(_ value: Int16) { bind(Int64(value)) }

    /// Binds a Boolean.
    @_spi(Generated)
    public mutating func bind(_ value: Bool) { bind(value ? Int64(1) : 0) }

    /// Binds a number.
    @_spi(Generated)
    public mutating func bind(_ value: Double) {
        next(.real(value)) { sqlite3_bind_double($0, $1, value) }
    }

    /// Binds a number.
    @_spi(Generated)
    public mutating func bind(_ value: Float) { bind(Double(value)) }

    /// Binds a decimal number.
    @_spi(Generated)
    public mutating func bind(_ value: Decimal) {
        if value.isNaN { bind(Double.nan) } else { bind(value.canonicalText) }
    }

    /// Binds a date.
    @_spi(Generated)
    public mutating func bind(_ value: Date) { bind(value.timeIntervalSinceReferenceDate) }

    /// Binds a text.
    @_spi(Generated)
    public mutating func bind(_ value: String) {
        var text = value
        text.withUTF8 { bytes in
            // An empty string may have no address, which SQLite would treat as null.
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

    /// Binds bytes.
    @_spi(Generated)
    public mutating func bind(_ value: Data) {
        if value.isEmpty {
            // Without an address, SQLite would bind null.
            next(.blob(value)) { sqlite3_bind_zeroblob($0, $1, 0) }
        } else {
            value.withUnsafeBytes { bytes in
                next(.blob(value)) {
                    sqlite3_bind_blob64($0, $1, bytes.baseAddress, UInt64(bytes.count), Self.transient)
                }
            }
        }
    }

    /// Binds the 16 bytes of an identifier.
    @_spi(Generated)
    public mutating func bind(_ value: UUID) {
        withUnsafeBytes(of: value.uuid) { bytes in
            next(.blob(Data(bytes))) { sqlite3_bind_blob($0, $1, bytes.baseAddress, 16, Self.transient) }
        }
    }

    /// Binds a URL. It cannot be encoded if its text is read as no URL, such as that of an empty path.
    @_spi(Generated)
    public mutating func bind(_ value: URL) {
        let text = value.absoluteString
        if !text.isURL { failure = UnreadableURL(text: text) }
        // A predicate compares it all the same.
        bind(text)
    }

    private struct UnreadableURL: Error, CustomStringConvertible {
        let text: String
        var description: String { "the text '\(text)' is not a URL" }
    }

    /// Binds a value that a transformer encodes.
    @_spi(Generated)
    public mutating func bind<Transformer: AttributeTransformer>(
        _ value: Transformer.Value,
        by transformer: Transformer.Type
    ) {
        encode { .blob(try Transformer.data(from: value)) }
    }

    /// Binds a value that a transformer encodes, or null.
    @_spi(Generated)
    public mutating func bind<Transformer: AttributeTransformer>(
        _ value: Transformer.Value?,
        by transformer: Transformer.Type
    ) {
        if let value { bind(value, by: transformer) } else { bindNull() }
    }

    /// Binds a value with external storage. A large one is written to a file.
    @_spi(Generated)
    public mutating func bind<Transformer: AttributeTransformer>(_ value: ExternalValue<Transformer>) {
        switch value.state {
        case .none: bindNull()
        case .file(let file):
            if namesFiles, !file.isCopied { return bind(file.name) }
            // A file belongs to one row, so a new row gets a copy. The file of a deleted row is gone.
            if let value = file.value {
                if statement != nil { file.isCopied = true }
                return bindLarge(value, by: Transformer.self)
            }
            if statement == nil {
                bindNull()
            } else {
                encode { [files, encryption] in try files?.copy(file.name, encryption) ?? .null }
            }
        case .value(let value): bindLarge(value, by: Transformer.self)
        }
    }

    private mutating func bindLarge<Transformer: AttributeTransformer>(
        _ value: Transformer.Value,
        by transformer: Transformer.Type
    ) {
        encode { [files, encryption] in
            let data = try Transformer.data(from: value)
            return try files?.keep(data, encryption) ?? .blob(data)
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

    /// Binds a value as a column holds it.
    mutating func bind(_ value: StoredValue) {
        switch value {
        case .null: bindNull()
        case .integer(let number): bind(number)
        case .real(let number): bind(number)
        case .text(let text): bind(text)
        case .blob(let data): bind(data)
        }
    }

    /// Binds an integer or null.
    @_spi(Generated)
    public mutating func bind(_ value: Int?) { if let value { bind(value) } else { bindNull() } }

    /// Binds an integer or null.
    @_spi(Generated)
    public mutating func bind(_ value: Int64?) { if let value { bind(value) } else { bindNull() } }

    /// Binds an integer or null.
    @_spi(Generated)
    public mutating func bind(_ value: Int32?) { if let value { bind(value) } else { bindNull() } }

    /// Binds an integer or null.
    @_spi(Generated)
    public mutating func bind(_ value: Int16?) { if let value { bind(value) } else { bindNull() } }

    /// Binds a Boolean or null.
    @_spi(Generated)
    public mutating func bind(_ value: Bool?) { if let value { bind(value) } else { bindNull() } }

    /// Binds a number or null.
    @_spi(Generated)
    public mutating func bind(_ value: Double?) { if let value { bind(value) } else { bindNull() } }

    /// Binds a number or null.
    @_spi(Generated)
    public mutating func bind(_ value: Float?) { if let value { bind(value) } else { bindNull() } }

    /// Binds a decimal number or null.
    @_spi(Generated)
    public mutating func bind(_ value: Decimal?) { if let value { bind(value) } else { bindNull() } }

    /// Binds a date or null.
    @_spi(Generated)
    public mutating func bind(_ value: Date?) { if let value { bind(value) } else { bindNull() } }

    /// Binds a text or null.
    @_spi(Generated)
    public mutating func bind(_ value: String?) { if let value { bind(value) } else { bindNull() } }

    /// Binds bytes or null.
    @_spi(Generated)
    public mutating func bind(_ value: Data?) { if let value { bind(value) } else { bindNull() } }

    /// Binds an identifier or null.
    @_spi(Generated)
    public mutating func bind(_ value: UUID?) { if let value { bind(value) } else { bindNull() } }

    /// Binds a URL or null.
    @_spi(Generated)
    public mutating func bind(_ value: URL?) { if let value { bind(value) } else { bindNull() } }
}
