extension PredicateFormat {
    /// A comparison of two values.
    public struct Comparison: Hashable, Sendable {
        /// The quantifier for several values on the left; `nil` for one value.
        public let modifier: Modifier?

        /// The value on the left.
        public let left: ExpressionFormat

        /// The operator.
        public let `operator`: Operator

        /// The options for comparing texts.
        public let options: Options

        /// The value on the right.
        public let right: ExpressionFormat

        package init(
            _ left: ExpressionFormat,
            _ operator: Operator,
            _ right: ExpressionFormat,
            modifier: Modifier? = nil,
            options: Options = []
        ) {
            self.modifier = modifier
            self.left = left
            self.operator = `operator`
            self.options = options
            self.right = right
        }
    }

    /// A comparison operator; the raw value is its spelling in ``PredicateFormat/text``.
    public enum Operator: String, CaseIterable, Hashable, Sendable {
        /// `==` or `=`.
        case equalTo = "=="
        /// `!=` or `<>`.
        case notEqualTo = "!="
        /// `<`.
        case lessThan = "<"
        /// `<=` or `=<`.
        case lessThanOrEqualTo = "<="
        /// `>`.
        case greaterThan = ">"
        /// `>=` or `=>`.
        case greaterThanOrEqualTo = ">="
        /// Not less than the first and not greater than the second of two values.
        case between = "BETWEEN"
        /// One of several values, or a substring.
        case `in` = "IN"
        /// `IN` with the sides exchanged.
        case contains = "CONTAINS"
        /// A prefix of a text.
        case beginsWith = "BEGINSWITH"
        /// A suffix of a text.
        case endsWith = "ENDSWITH"
        /// A pattern with `?` for one character and `*` for any number of characters.
        case like = "LIKE"
        /// A regular expression, in ICU's syntax, for the whole text.
        case matches = "MATCHES"

        /// Creates an operator from any of its spellings.
        init?(spelling: String) {
            switch spelling {
            case "=": self = .equalTo
            case "<>": self = .notEqualTo
            case "=<": self = .lessThanOrEqualTo
            case "=>": self = .greaterThanOrEqualTo
            default: self.init(rawValue: spelling)
            }
        }
    }

    /// A quantifier over several values.
    public enum Modifier: String, CaseIterable, Hashable, Sendable {
        /// The comparison holds for at least one value: `ANY` or `SOME`.
        case any = "ANY"
        /// The comparison holds for all values.
        case all = "ALL"
        /// The comparison holds for no value.
        case none = "NONE"

        /// Creates a modifier from any of its spellings.
        init?(spelling: String) {
            if spelling == "SOME" { self = .any } else { self.init(rawValue: spelling) }
        }
    }

    /// Options for comparing texts: the letters after an operator, as in `CONTAINS[cd]`.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The options, one bit per letter.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// `c`: ignores case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `d`: ignores diacritics.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `n`: compares texts byte by byte.
        public static let normalized = Options(rawValue: 4)
        /// `l`: compares texts by the rules of the current locale.
        public static let localeSensitive = Options(rawValue: 8)

        static let letters: [(letter: Character, option: Options)] = [
            ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localeSensitive),
        ]
    }
}
