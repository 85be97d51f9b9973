extension Conversion {
    /// The method of a conversion; the raw value is its name in mappings.
    ///
    /// A method has one meaning, but can apply to many pairs of types.
    public enum Method: String, CaseIterable, Hashable, Sendable {
        /// The same value, or a failure.
        case exact
        /// The number with the same printed digits.
        case digits
        /// The nearest number of the type.
        case nearest
        /// The nearest whole number, with halves rounded away from zero.
        case rounded
        /// The whole number without the fraction.
        case truncated
        /// The greatest whole number that is not greater.
        case floor
        /// The least whole number that is not less.
        case ceiling
        /// The nearest number within the bounds of a narrower type.
        case clamped
        /// Whether a number is not zero.
        case nonZero
        /// The value that a text contains, in any common notation.
        case parsed
        /// A readable text for a value.
        case text
        /// Seconds since 1970-01-01 00:00 UTC, as Unix counts.
        case secondsSince1970
        /// Milliseconds since 1970-01-01 00:00 UTC, as JavaScript and Java count.
        case millisecondsSince1970
        /// Seconds since 2001-01-01 00:00 UTC, as Foundation counts.
        case secondsSince2001
        /// Bytes as Base64.
        case base64
        /// Bytes as hexadecimal digits.
        case hex
        /// The values in an archive of `NSKeyedArchiver`, as JSON.
        case archive
    }
}

extension Conversion.Method {
    /// Returns whether the method has a meaning for two types.
    func hasMeaning(from: ScalarType, to: ScalarType) -> Bool {
        switch self {
        case .exact:
            from == to || (from.isArithmetic && to.isArithmetic) || (from == .string && to.hasExactText)
                || (from.hasExactText && to == .string) || [[.uuid, .data], [.data, .uuid]].contains([from, to])
        case .digits: (from.isBinary && to == .decimal) || (from == .decimal && to.isBinary)
        case .nearest:
            switch (from, to) {
            case (.int32, .float), (.int64, .float), (.int64, .double), (.double, .float): true
            case (.decimal, .float), (.decimal, .double): true
            default: false
            }
        case .rounded, .truncated, .floor, .ceiling: (from.isBinary || from == .decimal) && to.integerRange != nil
        case .clamped:
            switch (from, to) {
            case (.int32, .int16), (.int64, .int16), (.int64, .int32): true
            default: false
            }
        case .nonZero: from.isNumber && to == .bool
        case .parsed: from == .string && (to.isNumber || [.bool, .date, .uuid, .url].contains(to))
        case .text: [.bool, .date].contains(from) && to == .string
        // 16 bits hold nine hours of seconds, 32 bits hold 25 days of milliseconds, and a float counts in steps of a
        // minute.
        case .secondsSince1970, .secondsSince2001:
            (from == .date && to.countsSeconds) || (from.countsSeconds && to == .date)
        case .millisecondsSince1970:
            from != .int32 && to != .int32
                && ((from == .date && to.countsSeconds) || (from.countsSeconds && to == .date))
        case .base64, .hex: [[.data, .string], [.string, .data]].contains([from, to])
        case .archive: from == .data && to == .string
        }
    }
}

extension ScalarType {
    /// Whether the type is numeric or `bool`, which is stored as 0 or 1.
    fileprivate var isArithmetic: Bool { isNumber || self == .bool }

    /// Whether each value of the type has exactly one canonical text.
    fileprivate var hasExactText: Bool { isNumber || [.uuid, .url, .data].contains(self) }

    fileprivate var countsSeconds: Bool { [.int32, .int64, .decimal, .double].contains(self) }
}
