import ApusMigration
import ApusSchema
import Testing

/// Older values that lines keep as they are under other names: the planner and the naive interpreter have to think the same
/// of what is no loss.
@Suite struct KeptValueAgreementTests {
    typealias Example = OriginAgreementTests.Example

    @Test(arguments: kept + lost)
    func planner(example: Example) {
        #expect(example.stage.disagreement(example.world) == nil)
    }

    @Test(arguments: kept)
    func nothingIsLost(example: Example) {
        #expect(example.stage.refusals == [])
        #expect(example.stage.mapping[.accept] == [])
    }

    @Test(arguments: lost)
    func somethingIsLost(example: Example) {
        #expect(example.stage.refusals != [])
    }

    /// Released mappings that accept what counted as lost when they were written stay valid; those of the head do not.
    @Test func aReleasedMappingMayAcceptWhatIsKept() {
        let stage = Self.renamed("$source.t").accepting("A.t")
        #expect(stage.disagreement(stage.world()) == nil)
        #expect(Self.refusals(stage, to: Schema.Version(2)) == [])
        #expect(
            Self.refusals(stage, to: nil) == ["the mapping accepts the loss of 'A.t', but it is not lost"]
        )
        #expect(Self.refusals(Self.renamed("$source.t").accepting("A.*"), to: Schema.Version(2)) == [])
        #expect(Self.refusals(Self.renamed("$source.t").accepting("A.n"), to: Schema.Version(2)) != [])
        let part = Self.withoutPart(["u": "$source.home.t", "v": "$source.work.t"]).accepting("P.t")
        #expect(part.disagreement(part.world()) == nil)
        #expect(Self.refusals(part, to: Schema.Version(2)) == [])
        #expect(
            Self.refusals(part, to: nil) == ["the mapping accepts the loss of 'P.t', but it is not lost"]
        )
    }

    private static func refusals(_ stage: StageExample, to version: Schema.Version?) -> [String] {
        let mapping = Mapping(from: Schema.Version(1), to: version, stage.mapping.lines)
        return Stage(
            from: stage.older.schema,
            to: stage.newer.schema,
            from: .version(Schema.Version(1)),
            to: version.map { .version($0) } ?? .unreleased,
            mapping: mapping
        ).refusals.map(\.message)
    }

    // MARK: Examples

    private static let text = Attribute("t", .string, isOptional: true)
    private static let number = Attribute("n", .int64, isOptional: true)

    private static func attribute(_ name: String, _ type: ScalarType, isOptional: Bool = true) -> Attribute {
        Attribute(name, .scalar(type), isOptional: isOptional)
    }

    /// An attribute of another name, whose expression is given.
    private static func renamed(_ expression: String) -> StageExample {
        StageExample(
            [Entity("A", attributes: [text, number])],
            [Entity("A", attributes: [attribute("u", .string), number])]
        ).computing("A.u", expression)
    }

    private static let texts: OriginAgreementTests.Objects = [
        ("A", 1, ["t": .text("x"), "n": .integer(1)], [:]), ("A", 2, [:], [:]),
    ]

    private static let kept: [Example] = [
        Example("a part", withoutPart(["u": "$source.home.t", "v": "$source.work.t"]), parts),
        Example(
            "a part of a composite of which another part is computed",
            withoutPart(["u": "$source.home.t", "v": "$source.work.t", "work.n": "ifNull($source.work.n, 0)"]),
            parts
        ),
        Example("another name", renamed("$source.t"), texts),
        Example("another name, without $source", renamed("t"), texts),
        Example(
            "values that change places",
            StageExample(
                [Entity("A", attributes: [text, attribute("s", .string)])],
                [Entity("A", attributes: [text, attribute("s", .string)])]
            ).computing("A.t", "$source.s").computing("A.s", "$source.t"),
            [("A", 1, ["t": .text("x"), "s": .text("y")], [:]), ("A", 2, ["t": .text("x")], [:])]
        ),
        Example(
            "a type that holds some numbers, and stops at others",
            StageExample([Entity("A", attributes: [number])], [Entity("A", attributes: [attribute("m", .int16)])])
                .computing("A.m", "$source.n"),
            [("A", 1, ["n": .integer(7)], [:])]
        ),
        Example(
            "a number that does not fit",
            StageExample([Entity("A", attributes: [number])], [Entity("A", attributes: [attribute("m", .int16)])])
                .computing("A.m", "$source.n"),
            [("A", 1, ["n": .integer(70000)], [:])]
        ),
        Example(
            "a wider binary number",
            StageExample(
                [Entity("A", attributes: [attribute("f", .float), attribute("i", .int32)])],
                [Entity("A", attributes: [attribute("d", .double), attribute("j", .double)])]
            ).computing("A.d", "$source.f").computing("A.j", "$source.i"),
            [("A", 1, ["f": .real(0.5), "i": .integer(3)], [:])]
        ),
        Example(
            "a sub-entity under another name",
            StageExample(
                [Entity("A", attributes: [text]), Entity("C", parent: "A")],
                [
                    Entity("A", attributes: [attribute("u", .string)]),
                    Entity("C", parent: "A", attributes: [attribute("v", .string)]),
                ]
            ).computing("A.u", "$source.t").computing("C.v", "$source.t"),
            [("A", 1, ["t": .text("x")], [:]), ("C", 2, ["t": .text("y")], [:])]
        ),
        Example(
            "a text in place of which a relationship is",
            StageExample(
                [Entity("A", attributes: [text]), Entity("B", attributes: [attribute("name", .string)])],
                [
                    Entity(
                        "A",
                        attributes: [attribute("u", .string)],
                        relationships: [OriginAgreementTests.one("t", "B")]
                    ),
                    Entity("B", attributes: [attribute("name", .string)]),
                ]
            ).computing("A.u", "$source.t").computing("A.t", "find(B, name == $source.t)"),
            [("A", 1, ["t": .text("x")], [:]), ("B", 1, ["name": .text("x")], [:])]
        ),
        Example(
            "objects that stay, and are copied where a condition holds",
            StageExample(
                [Entity("A", attributes: [text, number])],
                [Entity("A", attributes: [attribute("u", .string), number]), Entity("B", attributes: [text])]
            ).computing("A.u", "$source.t").making("B", Mapping.Origin(["A"], where: "n > 1")),
            texts
        ),
    ]

    /// A composite that loses a part, in two attributes, of which lines keep the part's values.
    private static func withoutPart(_ lines: [String: String]) -> StageExample {
        func schema(_ parts: [Attribute], _ kept: [Attribute]) -> Schema {
            let home = Attribute("home", .named("P"), isOptional: true)
            var schema = Schema(
                model: "M",
                entities: [Entity("A", attributes: [home, Attribute("work", .named("P"))] + kept)]
            )
            schema.composites = [Composite("P", attributes: parts)]
            return schema
        }
        let stage = StageExample(
            schema([text, number], []),
            schema([number], lines.keys.sorted().filter { !$0.contains(".") }.map { attribute($0, .string) })
        )
        return lines.sorted { $0.key < $1.key }.reduce(stage) { $0.computing("A.\($1.key)", $1.value) }
    }

    private static let parts: OriginAgreementTests.Objects = [
        ("A", 1, ["home.t": .text("x"), "work.t": .text("y"), "work.n": .integer(1)], [:]),
        ("A", 2, ["work.t": .text("z")], [:]),
    ]

    private static let lost: [Example] = [
        Example("a part that one of two attributes keeps", withoutPart(["u": "$source.home.t"]), parts),
        Example(
            "a part that a computed one keeps in one attribute",
            withoutPart(["u": "$source.home.t", "v": "uppercase($source.work.t)"]),
            parts
        ),
        Example("changed", renamed("uppercase($source.t)"), texts),
        Example("for some objects", renamed("TERNARY(n == 1, $source.t, 'none')"), texts),
        Example("with another value in the place of null", renamed("ifNull($source.t, '')"), texts),
        Example(
            "a binary number that is rounded",
            StageExample(
                [Entity("A", attributes: [attribute("d", .double)])],
                [Entity("A", attributes: [attribute("f", .float)])]
            ).computing("A.f", "$source.d"),
            [("A", 1, ["d": .real(0.1)], [:])]
        ),
        Example(
            "a large integer as a binary number",
            StageExample([Entity("A", attributes: [number])], [Entity("A", attributes: [attribute("d", .double)])])
                .computing("A.d", "$source.n"),
            [("A", 1, ["n": .integer(1 << 60 + 1)], [:])]
        ),
        Example(
            "objects of a sub-entity have another line",
            StageExample(
                [Entity("A", attributes: [text]), Entity("C", parent: "A")],
                [Entity("A", attributes: [attribute("u", .string)]), Entity("C", parent: "A")]
            ).computing("A.u", "$source.t").computing("C.u", "'c'"),
            [("A", 1, ["t": .text("x")], [:]), ("C", 2, ["t": .text("y")], [:])]
        ),
        Example(
            "the value at the other end of a relationship",
            StageExample(
                [Entity("A", attributes: [text], relationships: [OriginAgreementTests.one("next", "A")])],
                [
                    Entity(
                        "A",
                        attributes: [attribute("u", .string)],
                        relationships: [OriginAgreementTests.one("next", "A")]
                    )
                ]
            ).computing("A.u", "$source.next.t"),
            [("A", 1, ["t": .text("x")], [:]), ("A", 2, ["t": .text("y")], ["next": [1]])]
        ),
    ]
}
