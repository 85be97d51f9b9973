/// A type of values that a single column stores, under a name common in SwiftData and Core Data.
public enum ScalarType: String, CaseIterable, Hashable, Sendable {
    /// A signed integer of 16 bits.
    case int16
    /// A signed integer of 32 bits.
    case int32
    /// A signed integer of 64 bits.
    case int64
    /// A decimal number of 38 digits, or of 39 if 128 bits hold them; exact.
    case decimal
    /// A binary floating-point number of 64 bits; never NaN.
    case double
    /// A binary floating-point number of 32 bits; never NaN.
    case float
    /// Text.
    case string
    /// True or false.
    case bool
    /// A date, with the precision of Foundation's `Date`.
    case date
    /// Bytes.
    case data
    /// A universally unique identifier.
    case uuid
    /// A URL.
    case url

    /// The range of values, if the type is an integer type.
    public var integerRange: ClosedRange<Int64>? {
        switch self {
        case .int16: Int64(Int16.min)...Int64(Int16.max)
        case .int32: Int64(Int32.min)...Int64(Int32.max)
        case .int64: Int64.min...Int64.max
        default: nil
        }
    }

    /// Whether the type is numeric.
    package var isNumber: Bool { integerRange != nil || isBinary || self == .decimal }

    /// Whether the type is a binary floating-point type.
    package var isBinary: Bool { self == .double || self == .float }
}
