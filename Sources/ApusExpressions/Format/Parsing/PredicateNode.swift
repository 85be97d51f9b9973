/// A parsed condition or value. Both can begin with `(`, so the parser decides only afterwards which one is valid.
struct PredicateNode {
    enum Content {
        case predicate(PredicateFormat)
        case expression(ExpressionFormat)
    }

    let content: Content

    /// The number of levels in the node's tree.
    let depth: Int

    init(_ predicate: PredicateFormat, depth: Int) {
        content = .predicate(predicate)
        self.depth = depth
    }

    init(_ expression: ExpressionFormat, depth: Int) {
        content = .expression(expression)
        self.depth = depth
    }
}

/// A binary operator with its precedence.
enum PredicateBinaryOperator {
    case or
    case and
    case comparison(PredicateFormat.Operator)
    case arithmetic(ExpressionFormat.Arithmetic)

    init?(_ token: PredicateToken) {
        let spelling: String
        switch token.kind {
        case .symbol(let symbol): spelling = symbol
        case .word(let word): spelling = word.uppercased()
        default: return nil
        }
        switch spelling {
        case "OR", "||": self = .or
        case "AND", "&&": self = .and
        default:
            if let comparison = PredicateFormat.Operator(spelling: spelling) {
                self = .comparison(comparison)
            } else if let arithmetic = ExpressionFormat.Arithmetic(rawValue: spelling) {
                self = .arithmetic(arithmetic)
            } else {
                return nil
            }
        }
    }

    var precedence: Int {
        switch self {
        case .or: Self.weakest
        case .and: 2
        case .comparison: Self.comparison
        case .arithmetic(let arithmetic): arithmetic.precedence
        }
    }

    static let weakest: Int = 1
    static let comparison: Int = 3
}

extension ExpressionFormat.Arithmetic {
    /// The operator's precedence, above that of the operators of conditions.
    var precedence: Int {
        switch self {
        case .plus, .minus: Self.sum
        case .times, .divided: 5
        case .power: Self.strongest
        }
    }

    static let sum: Int = 4
    static let strongest: Int = 6
}
