import ApusSchema
import ApusTestSupport
import Foundation

/// Makes predicates of every form, from a seed.
struct PredicateGenerator {
    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    private static let names: [String] = ["name", "and", "First", "größe", "_x1", "now", "cast", "self", "nil", "e5"]
    private static let texts: [String] = ["", "a'b\"c", "\\d", "\n\t\u{0}\u{85}", "😀e\u{301}", "%@ $x", "\u{2028}"]
    private static let numbers: [ExpressionFormat.Constant] = [
        .integer(0), .integer(-5), .integer(.min), .integer(.max), .double(1e300), .double(-1.5e-200),
        .decimal(Decimal(string: "0.1") ?? 0), .decimal(-2), .decimal(Decimal(string: "1e100") ?? 0),
        .decimal(Decimal(string: "-12345678901234567890.123456789012345678") ?? 0),
        .decimal(Decimal(string: "1e-120") ?? 0),
    ]

    mutating func predicate(depth: Int) -> PredicateFormat {
        guard depth > 0 else { return PredicateFormat(.constant(random.chance(50))) }
        switch random.below(7) {
        case 0: return PredicateFormat(.and(predicates(depth)))
        case 1: return PredicateFormat(.or(predicates(depth)))
        case 2: return PredicateFormat(.not(predicate(depth: depth - 1)))
        default:
            let `operator`: PredicateFormat.Operator = random.pick(PredicateFormat.Operator.allCases)
            let hasOptions = `operator` != .between && random.chance(30)
            let comparison = PredicateFormat.Comparison(
                expression(depth: depth - 1),
                `operator`,
                expression(depth: depth - 1),
                modifier: random.chance(30) ? random.pick(PredicateFormat.Modifier.allCases) : nil,
                options: hasOptions ? PredicateFormat.Options(rawValue: random.below(16)) : []
            )
            return PredicateFormat(.comparison(comparison))
        }
    }

    private mutating func predicates(_ depth: Int) -> [PredicateFormat] {
        (0..<(2 + random.below(2))).map { _ in predicate(depth: depth - 1) }
    }

    mutating func expression(depth: Int) -> ExpressionFormat {
        ExpressionFormat(depth > 0 && random.chance(70) ? composed(depth - 1) : leaf())
    }

    private mutating func leaf() -> ExpressionFormat.Kind {
        switch random.below(7) {
        case 0: .constant(.string(random.pick(Self.texts)))
        case 1: .constant(random.pick(Self.numbers))
        case 2: .constant(random.pick([.bool(true), .bool(false), .null]))
        case 3: .evaluatedObject
        case 4: .variable(random.pick(Self.names))
        default: .keyPath(base: nil, steps())
        }
    }

    private mutating func steps() -> [ExpressionFormat.Step] {
        (0...random.below(3)).map { _ in
            random.chance(80)
                ? .name(random.pick(Self.names))
                : .collection(random.pick(ExpressionFormat.CollectionOperator.allCases))
        }
    }

    private mutating func composed(_ depth: Int) -> ExpressionFormat.Kind {
        switch random.below(14) {
        case 12: return .call("trim", [expression(depth: depth)])
        case 13:
            let function: PlainFunction = random.pick([.substring, .replace, .ifNull])
            return .call(function.rawValue, (0..<3).map { _ in expression(depth: depth) })
        case 0:
            let base: ExpressionFormat = expression(depth: depth)
            switch base.kind {
            // Constants have no parts, and a path's path is one path.
            case .constant, .keyPath: return base.kind
            default: return .keyPath(base: base, steps())
            }
        case 1: return .call("lowercase:", [expression(depth: depth)])
        case 2: return .call("add:to:", [expression(depth: depth), expression(depth: depth)])
        case 3: return .send(expression(depth: depth), selector: "a:b:", [leafExpression(), expression(depth: depth)])
        case 4: return .cast(expression(depth: depth), type: random.pick(["NSDate", "it's"]))
        case 5: return .aggregate((0..<random.below(3)).map { _ in expression(depth: depth) })
        case 6: return .negation(expression(depth: depth))
        case 7: return .subquery(expression(depth: depth), variable: "x", predicate(depth: depth))
        case 8:
            let base: ExpressionFormat = expression(depth: depth)
            if case .constant = base.kind { return base.kind }
            return .index(base, random.pick([.first, .last, .size, .element(expression(depth: depth))]))
        case 9:
            return .conditional(predicate(depth: depth), expression(depth: depth), expression(depth: depth))
        default:
            let sign: ExpressionFormat.Arithmetic = random.pick(ExpressionFormat.Arithmetic.allCases)
            return .arithmetic(expression(depth: depth), sign, expression(depth: depth))
        }
    }

    private mutating func leafExpression() -> ExpressionFormat { ExpressionFormat(leaf()) }
}
