extension PredicateFormat {
    /// Two values and how they are compared.
    public struct Comparison: Hashable, Sendable {
        /// For which of the values on the left the comparison must hold; `nil` where there is one value.
        public let modifier: Modifier?

        /// The value on the left.
        public let left: ExpressionFormat

        /// How the values are compared.
        public let `operator`: Operator

        /// What texts are compared without regard to.
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

    /// How two values are compared; the raw value is the operator as ``PredicateFormat/text`` writes it.
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
        /// Not below the first and not above the second of two values.
        case between = "BETWEEN"
        /// One of several values, or a part of a text.
        case `in` = "IN"
        /// `IN` with the sides exchanged.
        case contains = "CONTAINS"
        /// A text's beginning.
        case beginsWith = "BEGINSWITH"
        /// A text's end.
        case endsWith = "ENDSWITH"
        /// A text with `?` for a character and `*` for any number of them.
        case like = "LIKE"
        /// A regular expression, in ICU's syntax, for the whole text.
        case matches = "MATCHES"

        /// Reads an operator in any of its spellings.
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

    /// For which of several values a comparison must hold.
    public enum Modifier: String, CaseIterable, Hashable, Sendable {
        /// For at least one: `ANY` or `SOME`.
        case any = "ANY"
        /// For each of them.
        case all = "ALL"
        /// For not a single one.
        case none = "NONE"

        /// Reads a modifier in any of its spellings.
        init?(spelling: String) {
            if spelling == "SOME" { self = .any } else { self.init(rawValue: spelling) }
        }
    }

    /// What texts are compared without regard to: the letters behind an operator, as in `CONTAINS[cd]`.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The letters, a bit each.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// `c`: capital and small letters are equal.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `d`: letters with and without diacritics are equal.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `n`: the texts are compared as they are, byte by byte.
        public static let normalized = Options(rawValue: 4)
        /// `l`: the texts are compared by the rules of the user's language.
        public static let localeSensitive = Options(rawValue: 8)

        static let letters: [(letter: Character, option: Options)] = [
            ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localeSensitive),
        ]
    }
}
