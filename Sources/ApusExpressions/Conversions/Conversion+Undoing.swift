extension Conversion {
    /// Returns whether this conversion restores every value that an earlier one accepts, to the bit, without failing.
    ///
    /// For example, `string` to `int32` undoes `int32` to `string`, but `int64` to `double` does not undo rounding.
    /// Both conversions can be omitted if the earlier one cannot fail; otherwise, its failures must still be checked.
    public func undoes(_ earlier: Conversion) -> Bool {
        guard earlier.from == to, earlier.to == from, !earlier.isLenient else { return false }
        switch earlier.method {
        case .exact: return method.extendsExact
        case .digits: return method == .digits || method == .nearest
        case .text: return method == .parsed
        case .base64: return method == .base64
        // `FF` would come back as `ff`.
        case .hex: return method == .hex && from == .string
        case .secondsSince1970, .millisecondsSince1970, .secondsSince2001:
            return method == earlier.method && earlier.keepsApart
        case .nearest, .rounded, .truncated, .floor, .ceiling, .clamped, .nonZero, .parsed, .archive: return false
        }
    }
}

extension Conversion.Method {
    /// Whether the method gives the same value as `exact` if `exact` succeeds.
    fileprivate var extendsExact: Bool {
        switch self {
        case .exact, .nearest, .rounded, .truncated, .floor, .ceiling, .clamped, .nonZero, .parsed: true
        // 2⁶⁰ is 1152921504606846976, but it is printed as 1.152921504606847e+18.
        case .digits: false
        case .text, .secondsSince1970, .millisecondsSince1970, .secondsSince2001, .base64, .hex, .archive: false
        }
    }
}
