import ApusSchema
import CSQLite
import Foundation
import GRDB

/// Finds values that the columns of a table cannot hold: of another storage class or type, or missing.
///
/// `STRICT`, `NOT NULL` and triggers keep such values out, but neither a damaged disk nor a program that writes the
/// catalogue obeys them. A function that SQLite calls once per row tests all columns: conditions in SQL on the storage
/// class of each take four times as long. Only if it finds one, the values are counted column by column.
final class StoredValueScan {
    /// A buffer rather than an array: the function would retain and release an array in every row.
    private let columns: UnsafeMutableBufferPointer<ColumnTest>
    /// The tests that need the value itself, per column.
    private let tests: [[(StoredValue) -> Bool]]

    private init(_ columns: ArraySlice<Column>, of table: Table, _ files: (Column) -> FileStates?) {
        tests = columns.map { table.tests(of: $0, files($0)) }
        self.columns = .allocate(capacity: columns.count)
        _ = self.columns.initialize(from: zip(columns, tests).map { ColumnTest($0, hasTests: !$1.isEmpty) })
    }

    deinit { columns.deallocate() }

    /// Finds the invalid values of a table's rows, or of some of its columns.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - names: The columns; `nil` for all.
    ///   - fileColumns: The columns of external values whose files have to be readable.
    ///   - files: The store's external files.
    ///   - db: The store.
    /// - Returns: The invalid values.
    /// - Throws: `DatabaseError`.
    static func invalid(
        in table: Table,
        only names: Set<String>? = nil,
        reading fileColumns: Set<String> = [],
        of files: FileStates? = nil,
        _ db: Database
    ) throws -> [Verification.BadValues] {
        // SQLite reads an identity from the row's key, which is always an integer.
        let columns = table.columns.filter { $0.field != .identity && names?.contains($0.name) != false }
        // A function has a limited number of arguments.
        let parts = stride(from: 0, to: columns.count, by: 100).map { columns[$0..<min($0 + 100, columns.count)] }
        let read = { (column: Column) in fileColumns.contains(column.name) ? files : nil }
        let broken = try parts.filter { try StoredValueScan($0, of: table, read).fail(table, $0, db) }
        return try RowCheck.run(broken.joined().flatMap { table.checksOfStoredValues($0, read($0)) }, db)
    }

    private func fail(_ table: Table, _ columns: ArraySlice<Column>, _ db: Database) throws -> Bool {
        let name = "apus_is_invalid"
        try add(to: db, as: name)
        let arguments = columns.map { column in
            let value = SQLText.name(column.name)
            // Any bytes are data, so they need not be read.
            return column.type == .data || column.seal != nil
                ? "CASE typeof(\(value)) WHEN 'blob' THEN x'' ELSE \(value) END" : value
        }
        return try Bool.fetchOne(
            db,
            // An index may have other values.
            sql: "SELECT EXISTS (SELECT 1 FROM \(SQLText.name(table.name)) NOT INDEXED "
                + "WHERE \(name)(\(arguments.joined(separator: ", "))))"
        ) == true
    }

    private func add(to db: Database, as name: String) throws {
        let code = sqlite3_create_function_v2(
            db.sqliteConnection,
            name,
            Int32(columns.count),
            SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            Unmanaged.passRetained(self).toOpaque(),
            { context, _, values in
                guard let values, let scan = sqlite3_user_data(context) else { return }
                Unmanaged<StoredValueScan>.fromOpaque(scan)._withUnsafeGuaranteedRef { scan in
                    // Null, the result of a valid row, is not true.
                    if scan.isInvalid(values) { sqlite3_result_int(context, 1) }
                }
            },
            nil,
            nil,
            { tests in tests.map { Unmanaged<StoredValueScan>.fromOpaque($0).release() } }
        )
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private func isInvalid(_ values: UnsafeMutablePointer<OpaquePointer?>) -> Bool {
        for index in columns.indices {
            guard let value = values[index] else { continue }
            switch columns[index].verdict(on: value) {
            case .valid: continue
            case .invalid: return true
            case .open: if tests[index].contains(where: { $0(StoredValue(value)) }) { return true }
            }
        }
        return false
    }
}

/// What is known of a column's values without making a Swift value of each.
private struct ColumnTest {
    enum Verdict { case valid, invalid, open }

    private let storageClass: Int32
    private let isRequired: Bool
    private let isExternal: Bool
    private let hasTests: Bool
    private let type: ScalarType
    private let range: ClosedRange<Int64>

    init(_ column: Column, hasTests: Bool) {
        let type: ScalarType = column.seal == nil ? column.type : .data
        storageClass = type.storage.sqliteClass
        isRequired = !column.isNullable
        isExternal = column.isExternal
        self.hasTests = hasTests
        self.type = type
        let known = column.isDerived ? nil : type == .bool ? 0...1 : type.integerRange
        range = known ?? Int64.min...Int64.max
    }

    func verdict(on value: OpaquePointer) -> Verdict {
        let found = sqlite3_value_type(value)
        if found == SQLITE_NULL { return isRequired ? .invalid : .valid }
        if isExternal {
            guard found == SQLITE_BLOB else { return found == SQLITE_TEXT ? .open : .invalid }
            return type.storage == .blob || UTF8Bytes(value).isText ? .valid : .invalid
        }
        guard found == storageClass else { return .invalid }
        switch found {
        case SQLITE_INTEGER:
            guard range.contains(sqlite3_value_int64(value)) else { return .invalid }
        case SQLITE_TEXT:
            let bytes = UTF8Bytes(value)
            guard bytes.isText else { return .invalid }
            if type == .decimal, bytes.isPlainNumber { return .valid }
        case SQLITE_BLOB:
            return type == .uuid && sqlite3_value_bytes(value) != 16 ? .invalid : .valid
        default: break
        }
        return hasTests ? .open : .valid
    }
}

/// The bytes of a text that SQLite passes to a function, or a blob.
private struct UTF8Bytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ value: OpaquePointer) {
        // Of a text, this is its bytes in UTF-8, too, and no zero is appended.
        let start = sqlite3_value_blob(value)
        bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// Whether they are a text in UTF-8.
    var isText: Bool {
        var (index, all): (Int, UInt64) = (0, 0)
        while index + 8 <= bytes.count {
            all |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < bytes.count {
            all |= UInt64(bytes[index])
            index += 1
        }
        return all & 0x8080_8080_8080_8080 == 0 || String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }

    /// Whether they are a decimal in canonical form that is neither long nor zero, which are most.
    var isPlainNumber: Bool {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        guard digits.count < 30, let first = digits.first, let last = digits.last else { return false }
        let zero = UInt8(ascii: "0")
        guard first > zero, first <= zero + 9 else { return false }
        var points = 0
        for digit in digits {
            if digit == UInt8(ascii: ".") { points += 1 } else if digit < zero || digit > zero + 9 { return false }
        }
        return points == 0 || points == 1 && last > zero
    }
}

extension StoredValue {
    /// The value that SQLite passes to a function.
    fileprivate init(_ value: OpaquePointer) {
        let count = Int(sqlite3_value_bytes(value))
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let text = UnsafeBufferPointer(start: sqlite3_value_text(value), count: count)
            self = .text(String(decoding: text, as: UTF8.self))
        case SQLITE_BLOB: self = .blob(sqlite3_value_blob(value).map { Data(bytes: $0, count: count) } ?? Data())
        default: self = .null
        }
    }
}

extension StorageType {
    fileprivate var sqliteClass: Int32 {
        switch self {
        case .integer: SQLITE_INTEGER
        case .real: SQLITE_FLOAT
        case .text: SQLITE_TEXT
        case .blob: SQLITE_BLOB
        case .any: SQLITE_NULL
        }
    }
}

extension Table {
    /// The rules about the type of a column's values, with those that no trigger has to enforce because only damage
    /// breaks them.
    fileprivate func typeRules(of column: Column) -> [Rule] {
        // What a store computes has the type of what it is computed from.
        if column.isDerived || column.seal != nil { return [] }
        let own = rules.filter { $0.column == column.name && $0.constraint.isOfType }
        let isListed = own.contains { if case .cases = $0.constraint { true } else { false } }
        // A text that is not a URL is not damage: Foundation makes URLs whose texts it does not read back.
        let isImplied = column.type == .string && !isListed && !own.contains { $0.constraint == .type(column.type) }
        return own.filter { $0.constraint != .type(.url) } + (isImplied ? [Rule(column.name, .type(column.type))] : [])
    }

    /// The tests of a column's values that SQLite cannot decide by their class, range or length.
    fileprivate func tests(of column: Column, _ files: FileStates?) -> [(StoredValue) -> Bool] {
        if column.isExternal { return fileChecks(column, files).compactMap(\.isBad) }
        var tests: [(StoredValue) -> Bool] = []
        for rule in typeRules(of: column) {
            switch rule.constraint {
            case .cases(_, let values):
                let values = Set(values)
                tests.append { !values.contains($0) }
            case .type(.string): break
            default: if let test = rule.constraint.test { tests.append(test) }
            }
        }
        return tests
    }

    /// The checks that count what the tests find, per problem.
    fileprivate func checksOfStoredValues(_ column: Column, _ files: FileStates?) -> [RowCheck] {
        let value = SQLText.column(column.name, of: RowCheck.row)
        let storage = column.seal == nil ? column.type.storage : .blob
        let classes = column.isExternal ? "'blob', 'text'" : SQLText.quoted(storage.rawValue.lowercased())
        let missing = RowCheck(self, column.name, "missing", where: "typeof(\(value)) = 'null'")
        let others = RowCheck(
            self,
            column.name,
            column.isExternal ? Rule(column.name, .external).breach : "not \(column.type.rawValue.withArticle)",
            where: "typeof(\(value)) NOT IN (\(classes), 'null')"
        )
        return (column.isNullable ? [] : [missing]) + [others]
            + typeRules(of: column).compactMap {
                RuleChecks.check(of: $0, in: self)?.limited(to: "typeof(\(value)) IN (\(classes))")
            }
            + (column.isExternal ? fileChecks(column, files) : [])
    }

    /// The checks of the texts in a column of external values; those of the files only if these are read.
    private func fileChecks(_ column: Column, _ files: FileStates?) -> [RowCheck] {
        files.map { FileChecks.checks(ofFilesIn: column, of: self, $0) }
            ?? [FileChecks.check(ofNamesIn: column, of: self)]
    }
}

extension Table.Rule.Constraint {
    /// Whether the requirement is one of the column's type, rather than a limit for saving. The storage class of an
    /// external value is checked with those of all others.
    fileprivate var isOfType: Bool {
        switch self {
        case .type, .cases: true
        case .minimum, .maximum, .length, .pattern, .present, .presentIfAny, .absent, .concreteEntity, .external: false
        }
    }
}
