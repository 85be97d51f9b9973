import ApusDiagnostics
public import Foundation

/// A value as a column stores it.
public enum StoredValue: Hashable, Sendable {
    /// No value.
    case null
    /// A value of an integer column.
    case integer(Int64)
    /// A value of a real column.
    case real(Double)
    /// A value of a text column.
    case text(String)
    /// A value of a blob column.
    case blob(Data)
}

extension StoredValue {
    /// Returns whether SQLite cannot distinguish two values of the same case. Texts are compared by their bytes,
    /// because a column preserves the Unicode form that Swift's `==` ignores; the two zeros are equal.
    public static func == (lhs: StoredValue, rhs: StoredValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.integer(let one), .integer(let other)): one == other
        case (.real(let one), .real(let other)): one == other
        case (.text(let one), .text(let other)): one.isSame(as: other)
        case (.blob(let one), .blob(let other)): one == other
        case (.null, _), (.integer, _), (.real, _), (.text, _), (.blob, _): false
        }
    }
}

extension StoredValue {
    /// Whether the value is NaN, which a store cannot keep: it equals nothing, and is neither less nor greater.
    package var isNaN: Bool {
        if case .real(let number) = self { number.isNaN } else { false }
    }
}

extension Value {
    /// The value as a column stores it; see ``ScalarType/storage``.
    public var stored: StoredValue {
        switch self {
        case .int(let number): .integer(number)
        case .bool(let truth): .integer(truth ? 1 : 0)
        case .double(let number), .date(let number): .real(number)
        case .decimal(let number): .text(number.canonicalText)
        case .string(let text), .url(let text): .text(text)
        case .data(let data): .blob(data)
        case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        }
    }
}
