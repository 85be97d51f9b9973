/// The type of a column: one of the types in SQLite's strict tables.
public enum StorageType: String, Hashable, Sendable {
    /// Whole numbers of 64 bits.
    case integer = "INTEGER"
    /// Binary floating-point numbers of 64 bits.
    case real = "REAL"
    /// Text in UTF-8.
    case text = "TEXT"
    /// Bytes.
    case blob = "BLOB"
    /// A value of any type, stored without conversion.
    case any = "ANY"
}

extension ScalarType {
    /// The type of the column that stores this type's values.
    ///
    /// - `int16`, `int32`, `int64`: the integer; `bool`: 0 or 1.
    /// - `double`, `float`: the number; `date`: seconds since 2001-01-01 00:00 UTC, as in Foundation's `Date`.
    /// - `decimal`: its `canonicalText`; `string`, `url`: the text.
    /// - `data`: the bytes; `uuid`: its 16 bytes.
    public var storage: StorageType {
        switch self {
        case .int16, .int32, .int64, .bool: .integer
        case .double, .float, .date: .real
        case .decimal, .string, .url: .text
        case .data, .uuid: .blob
        }
    }
}
