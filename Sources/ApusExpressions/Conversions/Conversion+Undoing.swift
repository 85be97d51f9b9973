extension Conversion {
    /// Whether this conversion gives back every value that an earlier one accepts, to the bit, without failing.
    ///
    /// It is `int32` to `string` and `string` to `int32` that do; not `double` to `int64` and back by rounding.
    /// The two may be left out together where the earlier one cannot fail; otherwise its failures stay to be checked.
    public func undoes(_ earlier: Conversion) -> Bool {
        guard earlier.from == to, earlier.to == from, !earlier.isLenient else { return false }
        switch earlier.method {
        case .exact: return method.extendsExact
        case .digits: return method == .digits || method == .nearest
        case .text: return method == .parsed
        case .base64: return method == .base64
        // `FF` comes back as `ff`.
        case .hex: return method == .hex && from == .string
        case .secondsSince1970, .millisecondsSince1970, .secondsSince2001:
            return method == earlier.method && earlier.keepsApart
        case .nearest, .rounded, .truncated, .floor, .ceiling, .clamped, .nonZero, .parsed: return false
        }
    }
}

extension Conversion.Method {
    /// Whether the method gives the same value wherever there is one.
    fileprivate var extendsExact: Bool {
        switch self {
        case .exact, .nearest, .rounded, .truncated, .floor, .ceiling, .clamped, .nonZero, .parsed: true
        // 2⁶⁰ is 1152921504606846976, and printed 1.152921504606847e+18.
        case .digits: false
        case .text, .secondsSince1970, .millisecondsSince1970, .secondsSince2001, .base64, .hex: false
        }
    }
}
