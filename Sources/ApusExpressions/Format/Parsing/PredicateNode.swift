/// What stands in a predicate's text at one place: `(` may begin a condition as well as a value, and only what follows
/// tells them apart.
struct PredicateNode {
    enum Content {
        case predicate(PredicateFormat)
        case expression(ExpressionFormat)
    }

    let content: Content

    /// How many levels the tree below has.
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

/// An operator between two operands, and how tightly it binds.
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
    /// How tightly the sign binds its operands, after the operators of conditions.
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
