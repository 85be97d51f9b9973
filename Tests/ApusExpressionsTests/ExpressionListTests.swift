import ApusTestSupport
import Foundation
import Testing

@testable import ApusExpressions

/// A value is searched for in a long list as in a short one: as if each of them were compared.
struct ExpressionListTests {
    private typealias Expression = TypedExpression<String>

    private static let numbers: [StoredValue] =
        [.null, .real(.nan), .real(-0.0), .integer(0), .real(0x1p63), .real(-0x1p63), .integer(.max), .integer(.min)]
        + (0..<40).flatMap { number -> [StoredValue] in
            [.integer(number), .real(Double(number) + (number % 2 == 0 ? 0 : 0.5)), .real(0x1p53)]
        }

    private static let others: [StoredValue] = [
        .text(""), .text("e\u{301}"), .text("é"), .text("a\0"), .text("a"), .text("10"), .text("9"), .blob(Data([0])),
        .blob(Data()),
        .blob(Data([0, 1])), .integer(1 << 53), .integer((1 << 53) + 1), .real(.infinity),
    ]

    @Test func aLongListHoldsWhatComparisonsHold() throws {
        var random = SplitMix64(seed: 7)
        let values = Self.numbers + Self.others
        var found = 0
        for _ in 0..<300 {
            let list = (0..<(2 + Int.random(in: 0..<40, using: &random))).compactMap { _ in
                values.randomElement(using: &random)
            }
            let condition = TypedCondition<String>.isOne(
                .leaf("a"),
                of: ExpressionList(list.map { Expression.constant($0) })
            )
            for value in values {
                let expected = list.contains { ExpressionComparison.equal.holds(value, $0, in: .usual) }
                #expect(try condition.holds { _ in value } == expected, "\(value) in \(list)")
                found += expected ? 1 : 0
            }
        }
        #expect(found > 1000)
    }

    /// What is no constant is evaluated each time.
    @Test func aListWithOtherValues() throws {
        let list = (0..<40).map { Expression.constant(.integer($0)) } + [.leaf("b")]
        let condition = TypedCondition<String>.isOne(.leaf("a"), of: ExpressionList(list))
        for b in [Int64(50), 51] {
            let holds = try condition.holds { $0 == "a" ? .integer(51) : .integer(b) }
            #expect(holds == (b == 51))
        }
        #expect(try condition.holds { _ in .integer(39) })
    }

    /// The constants are sorted once, not for each value.
    @Test func aLongListIsNotComparedWithEachValue() throws {
        let list = ExpressionList((0..<1000).map { Expression.constant(.integer($0)) })
        var count = 0
        for number in 0..<1000 {
            #expect(
                list.contains(.integer(Int64(number))) { _ in
                    count += 1
                    return .null
                }
            )
        }
        #expect(count == 0)
    }
}
