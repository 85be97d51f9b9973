public import Foundation

/// A value that an attribute can have, such as its default.
public enum Value: Hashable, Sendable {
    /// A value of `int16`, `int32` or `int64`.
    case int(Int64)
    /// A value of `decimal`; never NaN.
    case decimal(Decimal)
    /// A value of `double` or `float`; never NaN.
    case double(Double)
    /// A value of `string`.
    case string(String)
    /// A value of `bool`.
    case bool(Bool)
    /// A value of `date`: seconds since 2001-01-01 00:00 UTC, Foundation's reference date.
    case date(Double)
    /// A value of `data`.
    case data(Data)
    /// A value of `uuid`.
    case uuid(UUID)
    /// A value of `url`: its absolute string.
    case url(String)
}

extension Value {
    /// Whether the value is a number, a Boolean or a date.
    public var isWord: Bool {
        switch self {
        case .int, .decimal, .double, .bool, .date: true
        case .string, .data, .uuid, .url: false
        }
    }
}
