import Foundation

/// A comparison of two texts, as in a predicate.
package struct TextComparison: Hashable, Sendable {
    /// The operator, which can be one of equality or order if there are options.
    package let `operator`: PredicateFormat.Operator

    /// The options of the comparison.
    package let options: PredicateFormat.Options

    /// Whether the texts are compared byte by byte.
    package var isByteWise: Bool { options.subtracting(.normalized).isEmpty }

    /// The comparison as a number, for SQL.
    package var code: Int64 {
        let number: Int = PredicateFormat.Operator.allCases.firstIndex(of: `operator`) ?? 0
        return Int64(number * 16 + options.rawValue)
    }

    /// Creates a comparison.
    package init(_ operator: PredicateFormat.Operator, _ options: PredicateFormat.Options) {
        self.operator = `operator`
        self.options = options
    }

    package init?(code: Int64) {
        let (number, options) = code.quotientAndRemainder(dividingBy: 16)
        guard PredicateFormat.Operator.allCases.indices.contains(Int(number)) else { return nil }
        self.init(PredicateFormat.Operator.allCases[Int(number)], PredicateFormat.Options(rawValue: Int(options)))
    }

    /// Returns whether the comparison holds for two texts.
    package func holds(_ one: String, _ other: String) -> Bool {
        if `operator` == .matches { return matches(one, pattern: other) }
        if `operator` == .like { return matches(one, pattern: Self.pattern(like: other)) }
        if options.contains(.localeSensitive), let order = localizedOrder(one, other) { return order }
        let (one, other): (String, String) = (folded(one), folded(other))
        let (text, part): (String.UTF8View, String.UTF8View) = (one.utf8, other.utf8)
        switch `operator` {
        case .equalTo, .in: return text.elementsEqual(part)
        case .notEqualTo: return !text.elementsEqual(part)
        case .lessThan: return text.lexicographicallyPrecedes(part)
        case .greaterThan: return part.lexicographicallyPrecedes(text)
        case .lessThanOrEqualTo: return !part.lexicographicallyPrecedes(text)
        case .greaterThanOrEqualTo: return !text.lexicographicallyPrecedes(part)
        case .beginsWith: return text.starts(with: part)
        case .endsWith: return text.reversed().starts(with: part.reversed())
        case .contains: return part.isEmpty || one.utf8Contains(part)
        case .between, .like, .matches: return false
        }
    }

    /// Returns the comparison by the rules of the current locale; `nil` for an operator without an order.
    private func localizedOrder(_ one: String, _ other: String) -> Bool? {
        var compare: String.CompareOptions = []
        if options.contains(.caseInsensitive) { compare.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { compare.insert(.diacriticInsensitive) }
        let order: ComparisonResult = one.compare(other, options: compare, range: nil, locale: .current)
        return switch `operator` {
        case .equalTo: order == .orderedSame
        case .notEqualTo: order != .orderedSame
        case .lessThan: order == .orderedAscending
        case .lessThanOrEqualTo: order != .orderedDescending
        case .greaterThan: order == .orderedDescending
        case .greaterThanOrEqualTo: order != .orderedAscending
        default: nil
        }
    }

    private func folded(_ text: String) -> String {
        var folding: String.CompareOptions = []
        if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
        if folding.isEmpty { return text }
        return text.folding(options: folding, locale: options.contains(.localeSensitive) ? .current : nil)
    }

    private func matches(_ text: String, pattern: String) -> Bool {
        // Folding the case would change patterns: `\S` differs from `\s`.
        func plain(_ text: String) -> String {
            options.contains(.diacriticInsensitive) ? text.folding(options: .diacriticInsensitive, locale: nil) : text
        }
        let flags = options.contains(.caseInsensitive) ? "(?i)" : ""
        guard let whole = Self.patterns.pattern("\(flags)(?:\(plain(pattern)))") else { return false }
        var patience: Int = 1_000_000
        return whole.matches(plain(text), patience: &patience) ?? false
    }

    private static let patterns = PatternCache()

    /// Returns the regular expression of a `LIKE` pattern: `?` is one character, `*` any number, `\` escapes both.
    static func pattern(like text: String) -> String {
        var pattern = "(?s)"
        var isEscaped = false
        for character in text {
            switch character {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "*" where !isEscaped: pattern += ".*"
            case "?" where !isEscaped: pattern += "."
            default: pattern += NSRegularExpression.escapedPattern(for: String(character))
            }
            isEscaped = false
        }
        return pattern + (isEscaped ? "\\\\" : "")
    }
}

extension String {
    /// Returns whether the text's bytes contain a sequence of bytes.
    fileprivate func utf8Contains(_ part: String.UTF8View) -> Bool {
        var text: Substring.UTF8View = utf8[...]
        guard let first = part.first else { return true }
        while let start = text.firstIndex(of: first) {
            text = text[start...]
            if text.starts(with: part) { return true }
            text = text.dropFirst()
        }
        return false
    }
}

/// A cache of compiled patterns, because a query uses the same one for every row.
private final class PatternCache: @unchecked Sendable {
    private let lock = NSLock()
    private var patterns: [String: WholePattern] = [:]

    func pattern(_ text: String) -> WholePattern? {
        lock.withLock {
            if let pattern = patterns[text] { return pattern }
            if patterns.count >= 100 { patterns = [:] }
            let pattern: WholePattern? = WholePattern(text)
            patterns[text] = pattern
            return pattern
        }
    }
}
