import ApusMigration
import ApusSchema
import Testing

/// Stages before and after those in which objects with the same unique values become one, in one pass and stage by stage.
@Suite struct DuplicatesChainTests {
    typealias Example = EachChainTests.Example

    @Test(arguments: examples)
    func planner(example: Example) {
        #expect(example.chain.disagreement(example.world, .product) == nil)
    }

    @Test(arguments: examples)
    func store(example: Example) {
        #expect(example.chain.disagreement(example.world, .store) == nil)
    }

    @Test(arguments: examples)
    func migrates(example: Example) {
        #expect(example.chain.world(after: example.world)?.count ?? 0 > 0)
    }

    // MARK: Parts

    private static let text = OriginAgreementTests.text
    private static let number = OriginAgreementTests.number
    private static let lists = OriginAgreementTests.many("bs", "B", "as", isOrdered: true)
    private static let b = Entity("B", relationships: [OriginAgreementTests.many("as", "A", "bs")])

    private static func a(
        _ attributes: [Attribute] = [text, number],
        _ relationships: [Relationship] = [lists],
        by constraints: [String]...
    ) -> Entity {
        var entity = Entity("A", attributes: attributes, relationships: relationships)
        entity.uniquenessConstraints = constraints
        return entity
    }

    private static func keep(_ choice: Mapping.Duplicates, _ attribute: String? = nil, by properties: [String] = [])
        -> Mapping.DuplicateObjects
    {
        Mapping.DuplicateObjects(by: properties, keep: .one(choice, by: attribute))
    }

    private static let start = StageExample([a(), b], [a(by: ["t"]), b]).settling("A", keep(.newest, "n"))

    private static let objects: OriginAgreementTests.Objects = [
        ("A", 1, ["t": .text("x"), "n": .integer(2)], ["bs": [2, 1]]),
        ("A", 2, ["t": .text("x"), "n": .integer(1)], ["bs": [3, 2]]),
        ("A", 3, ["t": .text("y"), "n": .integer(2)], ["bs": [1]]),
        ("A", 5, ["t": .text("y"), "n": .integer(1)], ["bs": [3, 1, 2]]), ("A", 6, ["n": .integer(1)], [:]),
        ("A", 7, ["t": .text("z")], ["bs": [2]]), ("B", 1, [:], ["as": [1, 3, 5]]),
        ("B", 2, [:], ["as": [1, 2, 5, 7]]),
        ("B", 3, [:], ["as": [2, 5]]),
    ]

    static let examples: [Example] = [
        Example("another constraint", [start, further], objects),
        Example("another constraint, then numbers", [start, further, numbers], objects),
        Example(
            "an attribute is removed afterwards",
            [start, StageExample([a(by: ["t"]), b], [a([text], by: ["t"]), b]).accepting("A.n")],
            objects
        ),
        Example("the entity is renamed afterwards", [start, renamed], objects),
        Example(
            "the unique attribute is renamed before",
            [
                StageExample(
                    [a(), b],
                    [a([renamedText, number]), b]
                ),
                StageExample(
                    [a([renamedText, number]), b],
                    [a([Attribute("u", .string, isOptional: true), number], by: ["u"]), b]
                ).settling("A", keep(.first, "n")),
            ],
            objects
        ),
        Example(
            "the type changes afterwards, and more objects are equal",
            [
                StageExample([a([real, text]), b], [a([real, text], by: ["n"]), b]).settling("A", keep(.first)),
                StageExample([a([real, text], by: ["n"]), b], [a([number, text], by: ["n"]), b])
                    .converting("A.n", "rounded").settling("A", keep(.newest, "t")),
            ],
            [
                ("A", 1, ["n": .real(1.2), "t": .text("a")], ["bs": [1]]), ("A", 2, ["n": .real(1.2)], ["bs": [2]]),
                ("A", 3, ["n": .real(0.9), "t": .text("b")], ["bs": [2, 1]]), ("A", 4, ["n": .real(2)], [:]),
                ("A", 5, [:], [:]), ("B", 1, [:], ["as": [1, 3]]), ("B", 2, [:], ["as": [2, 3]]),
            ]
        ),
        Example("the relationship becomes to-one afterwards", [start, toOne], objects),
        Example("the entity is removed afterwards", [start, removed], objects),
        Example(
            "an origin with a filter, then duplicates",
            [
                StageExample([a(), b], [a(), b]).making("A", Mapping.Origin(["A"], where: "n > 1")).accepting("A"),
                StageExample([a(), b], [a(by: ["n"]), b]).settling("A", keep(.first)),
            ],
            objects
        ),
        Example(
            "duplicates, then an origin with a filter",
            [
                start,
                StageExample([a(by: ["t"]), b], [a(by: ["t"]), b])
                    .making("A", Mapping.Origin(["A"], where: "n > 1")).accepting("A"),
            ],
            objects
        ),
        Example(
            "elements, then duplicates of them, then one entity with others",
            [
                StageExample([post], [post, tag()]).making(
                    "T",
                    Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each"])
                ),
                StageExample([post, tag()], [post, tag(isUnique: true)]).settling("T", keep(.first)),
                StageExample([post, tag(isUnique: true)], [tag(isUnique: true)])
                    .making(
                        "T",
                        Mapping.Origin(["T"]),
                        Mapping.Origin(["P"], values: ["name": "ifNull($source.t, 'none')"])
                    ).settling("T", Mapping.DuplicateObjects(keep: .numbered("name"))).accepting("P.t"),
            ],
            [
                ("P", 1, ["t": .text("a;b;a")], [:]), ("P", 2, ["t": .text("b")], [:]), ("P", 4, [:], [:]),
                ("P", 5, ["t": .text("c;a")], [:]),
            ]
        ),
        Example(
            "rows are numbered afterwards",
            [
                start,
                StageExample([a(by: ["t"]), b], [a([text, number, Attribute("k", .int64)], by: ["t"]), b])
                    .filling("A.k", .generated(.rowNumber)),
            ],
            objects
        ),
        Example(
            "values are looked up afterwards",
            [
                start,
                StageExample(
                    [a(by: ["t"]), b],
                    [a(by: ["t"]), Entity("B", attributes: [number], relationships: b.relationships)]
                ).computing("B.n", "$source.as.@count"),
            ],
            objects
        ),
        Example(
            "objects are found afterwards",
            [
                StageExample([note, a([text], [])], [note, a([text], [], by: ["t"])]).settling("A", keep(.newest)),
                StageExample([note, a([text], [], by: ["t"])], [found, a([text], [], by: ["t"])])
                    .computing("N.a", "find(A, t == $source.t)").accepting("N.t"),
            ],
            [
                ("A", 1, ["t": .text("x")], [:]), ("A", 2, ["t": .text("x")], [:]), ("A", 3, ["t": .text("y")], [:]),
                ("N", 1, ["t": .text("x")], [:]), ("N", 2, ["t": .text("y")], [:]), ("N", 3, [:], [:]),
            ]
        ),
    ]

    private static let renamedText: Attribute = {
        var attribute = Attribute("u", .string, isOptional: true)
        attribute.originalName = "t"
        return attribute
    }()

    private static let real = Attribute("n", .double, isOptional: true)
    private static let note = Entity("N", attributes: [text])
    private static let found = Entity("N", relationships: [OriginAgreementTests.one("a", "A")])
    private static let post = Entity("P", attributes: [text])

    private static func tag(isUnique: Bool = false) -> Entity {
        var entity = Entity("T", attributes: [Attribute("name", .string)])
        if isUnique { entity.uniquenessConstraints = [["name"]] }
        return entity
    }

    private static let further = StageExample([a(by: ["t"]), b], [a(by: ["t"], ["n"]), b])
        .settling("A", keep(.first, by: ["n"]))

    private static let numbers = StageExample([a(by: ["t"], ["n"]), b], [a(by: ["t"], ["n"], ["c"]), b].withCode)
        .filling("A.c", .literal("code")).settling("A", Mapping.DuplicateObjects(by: ["c"], keep: .numbered("c")))

    private static let renamed: StageExample = {
        var newer: Entity = a(by: ["t"])
        (newer.name, newer.originalName) = ("C", "A")
        return StageExample(
            [a(by: ["t"]), b],
            [newer, Entity("B", relationships: [OriginAgreementTests.many("as", "C", "bs")])]
        )
    }()

    private static let toOne: StageExample = StageExample(
        [a(by: ["t"]), b],
        [
            a([text, number], [.toOne("b", "B", isOptional: true, inverse: "as", originalName: "bs")], by: ["t"]),
            Entity("B", relationships: [OriginAgreementTests.many("as", "A", "b")]),
        ]
    ).choosing("A.b", .newest)

    private static let removed = StageExample([a(by: ["t"]), b], [Entity("B")]).accepting("A")
}

extension [Entity] {
    /// The same with another attribute of the first entity.
    fileprivate var withCode: [Entity] {
        var copy: [Entity] = self
        copy[0].attributes.append(Attribute("c", .string))
        return copy
    }
}
