import ApusSchema
import Testing

@testable import ApusTesting

/// Mistakes are functions of a mapping.
@Suite struct MutantTests {
    private let newer = Schema(
        model: "M",
        entities: [
            Entity("Trip", attributes: [Attribute("a", .string), Attribute("b", .int16), Attribute("c", .double)])
        ]
    )

    private func changes(_ lines: [Mapping.Line]) -> [String] {
        Mapping(from: Schema.Version(1), to: Schema.Version(2), lines).mutants(to: newer).map(\.change.description)
    }

    @Test(
        "An expression has another constant, operator or operand",
        arguments: [
            (
                "a + ' ' + b",
                [
                    "b + (a + \" \")", "a + \" \" - b", "\" \" + a + b", "a - \" \" + b",
                    "a + \" x\" + b",
                ]
            ),
            (
                "TERNARY(a > 1, 2, 3)",
                [
                    "TERNARY(NOT a > 1, 2, 3)", "TERNARY(a >= 1, 2, 3)", "TERNARY(a > 2, 2, 3)", "TERNARY(a > 1, 3, 3)",
                    "TERNARY(a > 1, 2, 4)",
                ]
            ),
            ("items.@max.price", ["items.@min.price"]),
            ("same(Trip)", []),
            ("find(Trip, a == b)", ["find(Trip, NOT a == b)"]),
            ("0.0 * 1", ["0.0 / 1", "1.0 * 1", "0.0 * 2"]),
            ("ifNull(a, 'b')", ["a", "\"b\"", "ifNull(a, \"bx\")"]),
        ]
    )
    func expressions(text: String, expected: [String]) throws {
        let found = try ExpressionFormat.parse(text).variants.map(\.text)
        #expect(Set(found) == Set(expected))
        #expect(found.count == expected.count)
    }

    @Test("A condition is the opposite, or a part of it is left out")
    func conditions() throws {
        let found = try PredicateFormat.parse("a == 'x' AND b < 2").variants.map(\.text)
        #expect(
            Set(found) == [
                "NOT (a == \"x\" AND b < 2)", "a == \"x\" OR b < 2", "b < 2", "a == \"x\"", "a == \"xx\" AND b < 2",
                "a == \"x\" AND b <= 2", "a == \"x\" AND b < 3",
            ]
        )
    }

    @Test("Lines are left out, swapped or changed; what is accepted or required stays")
    func lines() {
        let found = changes([
            .accept(ElementPath("Trip", "old")), .require(ElementPath("Trip", "b")),
            .fill(ElementPath("Trip", "a"), .literal("none")), .fill(ElementPath("Trip", "b"), .literal("7")),
            .duplicates(ElementPath("Trip", "owner"), .newest),
        ])
        #expect(
            found == [
                "Trip.a is removed", "Trip.a: none becomes nonex", "the values of Trip.a and Trip.b are swapped",
                "Trip.b is removed", "Trip.b: 7 becomes 8", "Trip.b: 7 becomes 6",
                "Trip.owner: newest becomes first",
            ]
        )
    }

    @Test("A value of a mutant is another one")
    func equalValues() {
        let found = ["1e300", "1.5"].map { changes([.fill(ElementPath("Trip", "c"), .literal($0))]) }
        #expect(
            found == [
                ["Trip.c is removed", "Trip.c: 1e300 becomes 0"],
                ["Trip.c is removed", "Trip.c: 1.5 becomes 2.5", "Trip.c: 1.5 becomes 0.5"],
            ]
        )
    }

    @Test("An assertion is not left out, as no rows can notice that")
    func assertions() {
        #expect(changes([.assert("Trip.count > 0", "there are trips")]) == [])
    }

    @Test("An origin loses its condition, its distinct values or a value")
    func origins() {
        let first = Mapping.Origin(["A"], where: "a == 1", distinct: ["b"], values: ["x": "c", "y": "d"])
        let found = changes([.entity("Trip", [first, Mapping.Origin(["B"])])])
        #expect(
            Set(found) == [
                "Trip is removed", "'where' of Trip (A) is removed", "'where' of Trip (A): a == 1 becomes NOT a == 1",
                "'where' of Trip (A): a == 1 becomes a == 2", "'distinct: b' of Trip (A) is removed",
                "Trip (A).x is removed", "the values of Trip (A).x and Trip (A).y are swapped", "Trip (A).y is removed",
                "the origin Trip (A) is removed", "the origin Trip (B) is removed",
            ]
        )
    }
}
