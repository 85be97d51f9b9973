import ApusTestSupport
import Testing

@testable import ApusExpressions

@Suite struct TautologyTests {
    private typealias Condition = TypedCondition<String>

    private static let names = ["a", "b", "c"]

    @Test func aConditionAndItsOppositeAreAmongTheAlternatives() {
        let a = Condition.isNull(.leaf("a"))
        let b = Condition.isNull(.leaf("b"))
        let holding: [Condition] = [
            .constant(true), .or([a, .not(a)]), .or([a, a.negated]), .or([.and([a]), .or([b, .not(a)])]),
            .or([a, .and([.not(a), .constant(true)])]), .or([.and([a, b]), .not(a), .not(b)]),
            .not(.and([a, .not(a)])), .and([]), .or([.and([a, b]), .and([a, .not(b)]), .not(a)]),
        ]
        for one in holding { #expect(one.isTautology, "\(one)") }
        let others: [Condition] = [.constant(false), a, .or([a, b]), .or([a, .and([.not(a), b])]), .or([])]
        for one in others { #expect(!one.isTautology, "\(one)") }
    }

    @Test func comparisonsWithConstantsThatLeaveNothingOut() {
        let a = TypedExpression<String>.leaf("a")
        func compare(_ sign: ExpressionComparison, _ number: Int64) -> Condition {
            .comparison(a, sign, .constant(.integer(number)), .usual)
        }
        func isOne(_ numbers: Int64...) -> Condition {
            .isOne(a, of: ExpressionList(numbers.map { .constant(.integer($0)) }))
        }
        // Each pair excludes the other: both never hold.
        let exclusive: [(Condition, Condition)] = [
            (compare(.less, 3), compare(.greaterOrEqual, 3)), (compare(.equal, 1), compare(.equal, 2)),
            (compare(.greater, 3), .isNull(a)), (isOne(1, 2), isOne(3)), (compare(.equal, 1), isOne(2, 3)),
            (.between(a, .constant(.integer(1)), .constant(.integer(2))), compare(.greater, 2)),
            (.comparison(.constant(.integer(3)), .less, a, .usual), compare(.less, 2)),
            (.and([.isNull(.leaf("b")), compare(.less, 3)]), .or([compare(.equal, 3), compare(.greater, 4)])),
            (
                .comparison(a, .equal, .constant(.text("x")), .usual),
                .comparison(a, .equal, .constant(.text("y")), .usual)
            ),
        ]
        for (one, other) in exclusive { #expect(one.excludes(other) && other.excludes(one), "\(one), \(other)") }
        let others: [(Condition, Condition)] = [
            (compare(.lessOrEqual, 3), compare(.greaterOrEqual, 3)), (isOne(1, 2), isOne(2, 3)),
            (.not(compare(.less, 3)), .isNull(a)), (.not(compare(.less, 3)), .not(compare(.greaterOrEqual, 3))),
            (compare(.equal, 1), .comparison(.leaf("b"), .equal, .constant(.integer(2)), .usual)),
            (compare(.notEqual, 1), compare(.notEqual, 2)),
            (
                .comparison(a, .less, .constant(.integer(1)), .usual),
                .comparison(a, .greater, .constant(.integer(2)), .decimal)
            ),
        ]
        for (one, other) in others { #expect(!one.excludes(other), "\(one), \(other)") }
        // No whole number is between two that follow each other.
        let whole: [(Condition, Condition)] = [
            (compare(.greater, 3), compare(.less, 4)),
            (compare(.notEqual, 3), .and([compare(.less, 4), compare(.greater, 2)])),
        ]
        for (one, other) in whole {
            #expect(!one.excludes(other) && one.excludes(other) { _ in true }, "\(one), \(other)")
        }
        let between = (compare(.greater, 3), compare(.less, 5))
        #expect(!between.0.excludes(between.1) { _ in true })
    }

    @Test(
        "Random conditions: what is a tautology holds for all values, and what does not is none",
        arguments: [UInt64(1), 2, 3]
    )
    func law(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var found = 0
        for _ in 0..<2000 {
            let condition = Self.condition(depth: 4, &random)
            let holds = try (0..<1 << Self.names.count).allSatisfy { values in
                try condition.holds { leaf in
                    let index = Self.names.firstIndex(of: leaf) ?? 0
                    return values >> index & 1 == 1 ? .integer(1) : .null
                }
            }
            #expect(condition.isTautology == holds, "seed \(seed): \(condition)")
            if holds { found += 1 }
        }
        #expect(found > 50)
    }

    /// A condition over three values. The search looks at all combinations of so small ones.
    private static func condition(depth: Int, _ random: inout SplitMix64) -> Condition {
        func parts() -> [Condition] {
            (0..<Int.random(in: 1...3, using: &random)).map { _ in condition(depth: depth - 1, &random) }
        }
        switch Int.random(in: 0..<(depth == 0 ? 3 : 6), using: &random) {
        case 0: return .isNull(.leaf(names.randomElement(using: &random) ?? "a"))
        case 1: return Condition.isNull(.leaf(names.randomElement(using: &random) ?? "a")).negated
        case 2: return .constant(Int.random(in: 0..<8, using: &random) == 0)
        case 3: return .not(condition(depth: depth - 1, &random))
        case 4: return .and(parts())
        default: return .or(parts())
        }
    }
}
