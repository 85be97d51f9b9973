import ApusMigration
import ApusSchema
import Testing

/// One of the objects of a to-many relationship, and aggregates of them: over keys and join tables, ordered or not, renamed or
/// not. The planner and the naive interpreter have to compute the same.
@Suite struct RelatedObjectTests {
    private static let objects: OriginAgreementTests.Objects = [
        ("A", 1, [:], ["bs": [5, 3, 4]]), ("A", 2, [:], ["bs": [7]]), ("A", 3, [:], [:]),
        ("B", 3, ["n": .integer(8), "t": .text("b"), "r": .real(2.5)], ["as": [1]]),
        ("B", 4, ["n": .integer(-3), "t": .text("Z")], ["as": [1]]),
        ("B", 5, ["r": .real(0.25)], ["as": [1]]),
        ("B", 6, ["n": .integer(1)], [:]),
        ("B", 7, ["n": .integer(9), "t": .text("x"), "r": .real(1)], ["as": [2]]),
    ]

    static let computations: [(String, ScalarType)] = [
        ("$source.bs[FIRST].n", .int64), ("$source.bs[LAST].t", .string), ("$source.bs[0].r", .double),
        ("ifNull($source.bs[LAST].n, 5)", .int64), ("$source.bs[FIRST].n != nil", .bool),
        ("$source.bs.@avg.n", .double), ("$source.bs.@sum.r", .double), ("$source.bs.@avg.r", .double),
        ("$source.bs.@min.t", .string), ("$source.bs.@max.t", .string), ("$source.bs.@max.r", .double),
        ("$source.bs.@sum.n", .int64),
    ]

    @Test(arguments: computations)
    func agreement(text: String, type: ScalarType) {
        for isOrdered in [false, true] {
            for isPaired in [false, true] {
                for name in ["bs", "cs"] {
                    let stage = Self.stage(text, type, named: name, isOrdered: isOrdered, isPaired: isPaired)
                    let example = OriginAgreementTests.Example(text, stage, Self.objects)
                    #expect(stage.refusals == [])
                    let disagreement = stage.disagreement(example.world)
                    #expect(disagreement == nil, "\(name), ordered: \(isOrdered), pairs: \(isPaired)")
                }
            }
        }
    }

    private static func stage(
        _ text: String,
        _ type: ScalarType,
        named name: String,
        isOrdered: Bool,
        isPaired: Bool
    ) -> StageExample {
        let attributes: [Attribute] = [
            OriginAgreementTests.number, Attribute("t", .string, isOptional: true),
            Attribute("r", .double, isOptional: true),
        ]
        func entities(_ name: String, _ computed: [Attribute]) -> [Entity] {
            var list = OriginAgreementTests.many(name, "B", "as", isOrdered: isOrdered)
            if name != "bs" { list.originalName = "bs" }
            let back: Relationship =
                isPaired ? OriginAgreementTests.many("as", "A", name) : OriginAgreementTests.one("as", "A", name)
            return [
                Entity("A", attributes: computed, relationships: [list]),
                Entity("B", attributes: attributes, relationships: [back]),
            ]
        }
        let result = Attribute("x", .scalar(type), isOptional: type != .bool)
        return StageExample(entities("bs", []), entities(name, [result])).computing("A.x", text)
    }
}
