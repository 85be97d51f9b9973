import Foundation

/// How two texts are compared, as predicates do it.
public struct TextComparison: Hashable, Sendable {
    /// Which of the operators; those that order or equate texts, too, where letters are not taken as they are.
    public let `operator`: PredicateFormat.Operator

    /// What is disregarded.
    public let options: PredicateFormat.Options

    /// Whether letters are compared as they are, byte by byte.
    public var isByteWise: Bool { options.subtracting(.normalized).isEmpty }

    /// The comparison as a number, for SQL.
    package var code: Int64 {
        let number: Int = PredicateFormat.Operator.allCases.firstIndex(of: `operator`) ?? 0
        return Int64(number * 16 + options.rawValue)
    }

    /// Creates a comparison.
    public init(_ operator: PredicateFormat.Operator, _ options: PredicateFormat.Options) {
        self.operator = `operator`
        self.options = options
    }

    package init?(code: Int64) {
        let (number, options) = code.quotientAndRemainder(dividingBy: 16)
        guard PredicateFormat.Operator.allCases.indices.contains(Int(number)) else { return nil }
        self.init(PredicateFormat.Operator.allCases[Int(number)], PredicateFormat.Options(rawValue: Int(options)))
    }

    /// Whether two texts compare so.
    public func holds(_ one: String, _ other: String) -> Bool {
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

    /// What the user's language says of the order of two texts; `nil` of an operator that does not order.
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
        // In a pattern capital and small letters say different things: `\S`, `\s`.
        func plain(_ text: String) -> String {
            options.contains(.diacriticInsensitive) ? text.folding(options: .diacriticInsensitive, locale: nil) : text
        }
        let flags: String = options.contains(.caseInsensitive) ? "(?i)" : ""
        guard let whole = Self.patterns.pattern("\(flags)(?:\(plain(pattern)))") else { return false }
        var patience: Int = 1_000_000
        return whole.matches(plain(text), patience: &patience) ?? false
    }

    private static let patterns = PatternCache()

    /// The regular expression that `LIKE` means: `?` a character, `*` any number of them, behind a backslash themselves.
    static func pattern(like text: String) -> String {
        var pattern: String = "(?s)"
        var isEscaped: Bool = false
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
    /// Whether the bytes hold others in a row.
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

/// Patterns that were read already: a query asks each row about the same one.
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
