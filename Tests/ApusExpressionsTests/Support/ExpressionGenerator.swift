import ApusExpressions
import ApusTestSupport

/// Random expressions and conditions over the columns of ``ExpressionTable``.
struct ExpressionGenerator {
    /// A value that an expression can have.
    enum Family: CaseIterable {
        case number, decimal, text
    }

    var random: SplitMix64

    /// Whether only functions and operators are used that every SQL has.
    let isPortable: Bool

    init(seed: UInt64, isPortable: Bool) {
        random = SplitMix64(seed: seed)
        self.isPortable = isPortable
    }

    mutating func expression(_ family: Family, depth: Int) -> RowExpression {
        if depth == 0 || random.chance(15) { return leaf(family) }
        switch random.below(6) {
        case 0: return .conditional(condition(depth: depth - 1), expression(family, depth: depth - 1), leaf(family))
        case 1: return .coalesced((0...random.below(3) + 1).map { _ in expression(family, depth: depth - 1) })
        default: return call(family, depth: depth - 1)
        }
    }

    mutating func condition(depth: Int) -> RowCondition {
        let family = random.pick(isPortable ? [.number, .text] : Family.allCases)
        func operand(_ generator: inout ExpressionGenerator) -> RowExpression {
            generator.expression(family, depth: max(0, depth - 1))
        }
        switch depth == 0 ? random.below(4) : random.below(8) {
        case 0, 1:
            let order: StoredOrder = family == .decimal ? .decimal : .usual
            let comparison = random.pick(ExpressionComparison.allCases)
            let isEquality = comparison == .equal || comparison == .notEqual
            return .comparison(operand(&self), comparison, operand(&self), isEquality ? .usual : order)
        case 2: return .isOne(operand(&self), of: ExpressionList((0..<random.below(4)).map { _ in operand(&self) }))
        case 3 where family != .decimal: return .between(operand(&self), operand(&self), operand(&self))
        case 3: return .constant(random.chance(50))
        case 4: return .and((0..<random.below(4)).map { _ in condition(depth: depth - 1) })
        case 5: return .or((0..<random.below(4)).map { _ in condition(depth: depth - 1) })
        case 6: return .not(condition(depth: depth - 1))
        default:
            let (one, other) = (expression(.text, depth: depth - 1), expression(.text, depth: depth - 1))
            return .text(one, textComparison(), other)
        }
    }

    private mutating func textComparison() -> TextComparison {
        if isPortable { return TextComparison(random.pick([.contains, .beginsWith, .endsWith]), []) }
        let operators: [PredicateFormat.Operator] = [
            .equalTo, .lessThan, .greaterThanOrEqualTo, .contains, .beginsWith, .endsWith, .like,
        ]
        return TextComparison(random.pick(operators), random.pick([[], .caseInsensitive, .diacriticInsensitive]))
    }

    private mutating func leaf(_ family: Family) -> RowExpression {
        if random.chance(20) { return .constant(.null) }
        switch family {
        case .number: return random.chance(50) ? .leaf(random.pick(["i", "r"])) : .constant(number())
        case .decimal:
            return random.chance(50)
                ? .leaf("d") : .constant(ValueGenerator.value(of: .decimal, &random).stored)
        case .text: return random.chance(50) ? .leaf("t") : .constant(.text(text()))
        }
    }

    private mutating func number() -> StoredValue {
        // A value of a query, which no store keeps.
        if random.chance(10) { return .real(.nan) }
        let value = ValueGenerator.value(of: random.chance(50) ? .int64 : .double, &random).stored
        return random.chance(40) ? .integer(Int64(random.below(5)) - 2) : value
    }

    /// A text; without NUL if only SQLite's functions see it, which end there.
    mutating func text() -> String {
        if random.chance(60) {
            return random.pick(["", "a", "ab", "Äb", "ß", "é", "\u{65}\u{301}", "*", "z\u{10FFFF}"])
        }
        guard case .string(let text) = ValueGenerator.value(of: .string, &random) else { return "" }
        return isPortable ? text.filter { $0 != "\0" } : text
    }

    private mutating func call(_ family: Family, depth: Int) -> RowExpression {
        func operand(_ generator: inout ExpressionGenerator) -> RowExpression {
            generator.expression(family, depth: depth)
        }
        switch family {
        case .number:
            var functions: [ExpressionFunction] = [.add, .subtract, .multiply, .divide, .negate]
            if !isPortable {
                functions += [.modulus, .absolute, .floor, .ceiling, .truncate, .bitwiseAnd, .bitwiseXor, .rightShift]
                functions += [.squareRoot, .exponential, .onesComplement, .maximum, .average]
                if random.chance(10) { return .call(.length, [expression(.text, depth: depth)], .int64) }
                if random.chance(20) { return calendar(depth: depth) }
                if random.chance(10) { return .call(.real, [expression(.decimal, depth: depth)], .double) }
            }
            if random.chance(10) { return .call(.nullIf, [operand(&self), operand(&self)], .double) }
            let function = random.pick(functions)
            return .call(function, (0..<Self.arity(function)).map { _ in operand(&self) }, .double)
        case .decimal:
            let functions: [ExpressionFunction] = [
                .add, .subtract, .multiply, .divide, .negate, .absolute, .floor, .minimum,
            ]
            let function = random.pick(functions)
            return .call(function, (0..<Self.arity(function)).map { _ in operand(&self) }, .decimal)
        case .text:
            if random.chance(15) { return .call(.nullIf, [operand(&self), operand(&self)], .string) }
            if isPortable || random.chance(15) {
                return .call(.concatenate, (0...random.below(3) + 1).map { _ in operand(&self) }, .string)
            }
            if random.chance(20), let conversion = Conversion(.exact, from: .int64, to: .string) {
                return .converted(.leaf("i"), conversion)
            }
            if random.chance(40) { return text(depth: depth) }
            return .call(random.pick([.uppercase, .lowercase, .canonical]), [operand(&self)], .string)
        }
    }

    /// A text of functions that have more than one argument or take other values.
    private mutating func text(depth: Int) -> RowExpression {
        func text(_ generator: inout ExpressionGenerator) -> RowExpression {
            generator.expression(.text, depth: depth)
        }
        func number(_ generator: inout ExpressionGenerator) -> RowExpression {
            generator.random.chance(70)
                ? .constant(.integer(generator.random.pick([0, 1, 2, -1, 5, .max, .min, 1 << 40])))
                : generator.expression(.number, depth: depth)
        }
        switch random.below(8) {
        case 0: return .call(random.pick([.trim, .frontOfNumber]), [text(&self)], .string)
        case 1: return .call(.replace, [text(&self), text(&self), text(&self)], .string)
        case 2: return .call(.substring, [text(&self), number(&self)], .string)
        case 3: return .call(.substring, [text(&self), number(&self), number(&self)], .string)
        case 4: return .call(.part, [text(&self), text(&self), number(&self)], .string)
        case 5:
            let json = random.chance(80) ? RowExpression.constant(.text(random.pick(Self.json))) : text(&self)
            return .call(.json, [json, .constant(.text(random.pick(["", "a", "a.b[0]", "a[1]", "é"])))], .string)
        case 6: return .call(.dateText, [number(&self), .constant(.text(random.pick(Self.patterns)))], .string)
        default:
            return .call(random.pick([.text, .boolText, .floatText]), [expression(.number, depth: depth)], .string)
        }
    }

    private static let json: [String] = [
        #"{"a": {"b": [1.50, "x"]}, "é": "\u0000y"}"#, #"{"a": [true, null, 3]}"#, #"{"a": "", "a": "\ud83d\ude00"}"#,
        "[",
        " -1e5 ", #""\ud800""#, "{\"a\":\u{0}}",
    ]

    private static let patterns: [String] = [
        "yyyy-MM-dd", "yyyyMMddHHmmssSSS", "dd.MM.yyyy 'um' HH:mm", "HH:mm:ss", "yyyy é''MM",
    ]

    /// A number or a date of a date.
    private mutating func calendar(depth: Int) -> RowExpression {
        let date =
            random.chance(70)
            ? .constant(.real(random.pick([0, -0.5, 86_399.9996, 800_000_000.123, -6e10, 2.5e11, 1e300])))
            : expression(.number, depth: depth)
        switch random.below(4) {
        case 0:
            let months = RowExpression.constant(.integer(random.pick([0, 1, -1, 13, 120_000, .max, .min])))
            return .call(random.pick([.addDays, .addMonths]), [date, months], .date)
        case 1:
            let texts = ["2024-02-29", "2023-02-29", "0001-01-01", "20261231235959999", "2026 é'07", ""]
            let text = random.chance(80) ? RowExpression.constant(.text(random.pick(texts))) : leaf(.text)
            return .call(.dateOrNull, [text, .constant(.text(random.pick(Self.patterns)))], .date)
        default: return .call(random.pick([.year, .month, .day, .hour, .minute, .second, .weekday]), [date], .int64)
        }
    }

    private static func arity(_ function: ExpressionFunction) -> Int {
        switch function {
        case .negate, .absolute, .floor, .ceiling, .truncate, .squareRoot, .exponential, .onesComplement: 1
        case .maximum, .average, .minimum: 3
        default: 2
        }
    }
}

/// An expression over a column of one row.
typealias RowExpression = TypedExpression<String>
typealias RowCondition = TypedCondition<String>
