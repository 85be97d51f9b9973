extension Conversion {
    /// Returns every conversion with a meaning for two types, the most likely choice first: `parsed` from text,
    /// `rounded` to integers, `digits` between decimal and binary numbers.
    ///
    /// `exact` comes last, because it fails for many common values such as `0.1` and ` 12`. It comes first if it can be
    /// inferred, and from integers to numbers: an integer that the other type cannot hold must not change silently.
    ///
    /// - Parameters:
    ///   - from: The type to convert from.
    ///   - to: The type to convert to.
    /// - Returns: The conversions, without lenient ones.
    public static func suggestions(from: ScalarType, to: ScalarType) -> [Conversion] {
        let all: [Conversion] = conversions(from: from, to: to)
        let isFirst = inferred(from: from, to: to) != nil || (from.integerRange != nil && to.isNumber)
        return isFirst ? all : all.filter { $0.method != .exact } + all.filter { $0.method == .exact }
    }
}
