extension Conversion {
    /// Every conversion with a meaning for the two types, first the one that somebody who changes an attribute so
    /// probably wants: `parsed` of text, `rounded` for whole numbers, `digits` between decimal and binary numbers.
    ///
    /// Most of the usual values are not exact, such as `0.1` and ` 12`, so that `exact` comes last, unless it needs nobody's
    /// word; but an integer of another width is either the same or too large, and then nobody may cut it unasked.
    ///
    /// - Parameters:
    ///   - from: The type of the values that are given.
    ///   - to: The type of the values that are made.
    /// - Returns: The conversions, without the lenient ones.
    public static func suggestions(from: ScalarType, to: ScalarType) -> [Conversion] {
        let all: [Conversion] = conversions(from: from, to: to)
        let isFirst: Bool = inferred(from: from, to: to) != nil || (from.integerRange != nil && to.isNumber)
        return isFirst ? all : all.filter { $0.method != .exact } + all.filter { $0.method == .exact }
    }
}
