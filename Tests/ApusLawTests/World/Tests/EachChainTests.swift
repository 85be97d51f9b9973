import ApusMigration
import ApusSchema
import Testing

/// Stages before and after those that make objects of elements, in one pass and stage by stage.
@Suite struct EachChainTests {
    /// Stages with a world of the oldest version.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let chain: StageChain
        let world: World

        var testDescription: String { name }

        init(_ name: String, _ stages: [StageExample], _ objects: OriginAgreementTests.Objects) {
            (self.name, chain) = (name, StageChain(stages))
            world = OriginAgreementTests.Example(name, stages[0], objects).world
        }
    }

    @Test(arguments: texts + objects + further)
    func planner(example: Example) {
        #expect(example.chain.disagreement(example.world, .product) == nil)
    }

    @Test(arguments: texts + objects + further)
    func store(example: Example) {
        #expect(example.chain.disagreement(example.world, .store) == nil)
    }

    @Test(arguments: texts + objects + further)
    func migrates(example: Example) {
        #expect(example.chain.world(after: example.world)?.count ?? 0 > 0)
    }

    // MARK: Parts

    static let text = OriginAgreementTests.text
    static let number = OriginAgreementTests.number
    static let name = Attribute("name", .string, isOptional: true)
    static let required = Attribute("name", .string)
    static let p = Entity("P", attributes: [text])
    static let t = Entity("T", attributes: [required])

    static func origin(_ source: String = "P", _ values: [String: String] = ["name": "$each"], distinct: Bool = false)
        -> Mapping.Origin
    {
        Mapping.Origin(
            [source],
            each: "split($source.t, ';')",
            distinct: distinct ? ["$each"] : [],
            values: values
        )
    }

    static func one(_ name: String, _ far: String, _ inverse: String? = nil) -> Relationship {
        OriginAgreementTests.one(name, far, inverse)
    }

    static func many(_ name: String, _ far: String, _ inverse: String? = nil, isOrdered: Bool = false) -> Relationship {
        OriginAgreementTests.many(name, far, inverse, isOrdered: isOrdered)
    }

    static let posts: OriginAgreementTests.Objects = [
        ("P", 1, ["t": .text("b;a;b")], [:]), ("P", 4, ["t": .text("c;b")], [:]), ("P", 6, ["t": .null], [:]),
        ("P", 8, ["t": .text(";a")], [:]),
    ]

    static let texts: [Example] = [
        Example(
            "the text is renamed before",
            [
                StageExample([Entity("O", attributes: [Attribute("x", .string, isOptional: true)])], [renamed]),
                StageExample([renamed], [renamed, t]).making("T", origin()),
            ],
            [("O", 1, ["x": .text("b;a")], [:]), ("O", 3, ["x": .text("c")], [:])]
        ),
        Example(
            "the text is computed before",
            [
                StageExample([Entity("P", attributes: [text])], [p]).computing("P.t", "$source.t + ';x'"),
                StageExample([p], [p, t]).making("T", origin()),
            ],
            posts
        ),
        Example(
            "the text is filled before",
            [
                StageExample([Entity("P", attributes: [number])], [Entity("P", attributes: [number, filled])])
                    .filling("P.t", .literal("x;y")),
                StageExample([Entity("P", attributes: [number, filled])], [p, t]).making("T", origin())
                    .accepting("P.n"),
            ],
            OriginAgreementTests.integers("P", [1: 1, 3: nil])
        ),
        Example(
            "the text is of objects that are made before",
            [
                StageExample([Entity("O", attributes: [text]), Entity("Q", attributes: [text])], [p])
                    .making("P", Mapping.Origin(["O"]), Mapping.Origin(["Q"])),
                StageExample([p], [p, t]).making("T", origin()),
            ],
            [("O", 2, ["t": .text("b;a")], [:]), ("Q", 1, ["t": .text("c;d")], [:])]
        ),
        Example(
            "the text is of elements",
            [
                StageExample([p], [p, Entity("Q", attributes: [text])])
                    .making("Q", Mapping.Origin(["P"], each: "split($source.t, '/')", values: ["t": "$each"])),
                StageExample([p, Entity("Q", attributes: [text])], [p, Entity("Q", attributes: [text]), t])
                    .making("T", origin("Q")),
            ],
            [("P", 1, ["t": .text("a;b/c;d")], [:]), ("P", 3, ["t": .text("/e;")], [:])]
        ),
        Example(
            "elements of elements, distinct",
            [
                StageExample([p], [Entity("Q", attributes: [text])])
                    .making(
                        "Q",
                        Mapping.Origin(
                            ["P"],
                            each: "split($source.t, '/')",
                            distinct: ["$each"],
                            values: ["t": "$each"]
                        )
                    ).accepting("P"),
                StageExample([Entity("Q", attributes: [text])], [t]).making("T", origin("Q", distinct: true))
                    .accepting("Q"),
            ],
            [("P", 1, ["t": .text("a;b/c;d/a;b")], [:]), ("P", 3, ["t": .text("/e;a/c;d")], [:])]
        ),
        Example(
            "made objects are renamed, filtered and computed",
            [
                StageExample([p], [p, t]).making("T", origin()),
                StageExample([p, t], [p, Entity("U", attributes: [required])])
                    .making("U", Mapping.Origin(["T"], where: "name != 'b'", values: ["name": "uppercase:(name)"]))
                    .accepting("T").accepting("T.name"),
            ],
            posts
        ),
        Example(
            "made objects are merged with others",
            [
                StageExample([p, Entity("Q", attributes: [name])], [p, Entity("Q", attributes: [name]), t])
                    .making("T", origin()),
                StageExample([p, Entity("Q", attributes: [name]), t], [p, Entity("U", attributes: [name])])
                    .making("U", Mapping.Origin(["T"]), Mapping.Origin(["Q"])),
            ],
            posts + [("Q", 3, ["name": .text("q")], [:])]
        ),
        Example(
            "made objects are gone, and others follow them",
            [
                StageExample([p], [p, t]).making("T", origin()),
                StageExample([p, t], [p, t]).making("T", Mapping.Origin(["T"], where: "name == 'a'")).accepting("T"),
                StageExample([p, t], [p, t]).making("T", Mapping.Origin(["T"]), origin()),
            ],
            posts
        ),
        Example(
            "elements of objects that are filtered before",
            [
                StageExample([p], [p]).making("P", Mapping.Origin(["P"], where: "t != 'b;a;b'")).accepting("P"),
                StageExample([p], [p, t]).making("T", origin()),
            ],
            posts
        ),
        Example(
            "numbers of made objects",
            [
                StageExample([p], [p, t]).making("T", origin()),
                StageExample([p, t], [p, Entity("T", attributes: [required, Attribute("k", .int64)])])
                    .filling("T.k", .generated(.rowNumber)),
            ],
            posts
        ),
        Example(
            "a type changes after",
            [
                StageExample([p], [p, Entity("T", attributes: [name])]).making("T", origin()),
                StageExample([p, Entity("T", attributes: [name])], [p, Entity("T", attributes: [numeric])])
                    .converting("T.name", "parsedOrNull"),
            ],
            posts + [("P", 10, ["t": .text("12;x;3")], [:])]
        ),
    ]

    static let numeric = Attribute("name", .int64, isOptional: true)
    static let filled = Attribute("t", .string)
    static var renamed: Entity {
        var attribute: Attribute = text
        attribute.originalName = "x"
        var entity = Entity("P", attributes: [attribute])
        entity.originalName = "O"
        return entity
    }

    static let linked = Entity("P", attributes: [text], relationships: [many("ts", "T", "ps", isOrdered: true)])
    static let backed = Entity("T", attributes: [required], relationships: [many("ps", "P", "ts")])
    static let refers = "each(split($source.t, ';'), find(T, name == $each))"

    static let made = StageExample([p], [linked, backed]).making("T", origin(distinct: true))
        .computing("P.ts", refers)

    static let objects: [Example] = [
        Example(
            "a relationship is computed, and stays",
            [made, StageExample([linked, backed], [linked, backed])],
            posts
        ),
        Example(
            "a relationship is computed, and the text goes after",
            [made, StageExample([linked, backed], [untexted, backed]).accepting("P.t")],
            posts
        ),
        Example(
            "a relationship is computed, and becomes another",
            [
                made,
                StageExample(
                    [linked, backed],
                    [
                        linked,
                        Entity("T", attributes: [required], relationships: [many("ps", "P", "ts"), many("qs", "P")]),
                    ]
                )
                .computing("T.qs", "$source.ps"),
            ],
            posts
        ),
        Example(
            "a relationship is computed, and objects go",
            [
                made,
                StageExample([linked, backed], [linked, backed])
                    .making("T", Mapping.Origin(["T"], where: "name != 'b'")).accepting("T"),
            ],
            posts
        ),
        Example(
            "a relationship is computed, and its objects become elements",
            [
                made,
                StageExample(
                    [linked, backed],
                    [linked, backed, Entity("X", attributes: [name], relationships: [one("p", "P")])]
                )
                .making(
                    "X",
                    Mapping.Origin(["P"], each: "$source.ts", values: ["name": "$each.name", "p": "$source"])
                ),
            ],
            posts
        ),
        Example(
            "elements are joined, and become a relationship",
            [
                StageExample([p], [joining, t, link]).making("T", origin(distinct: true)).making(
                    "L",
                    origin(["p": "$source", "x": "find(T, name == $each)"])
                ),
                StageExample(
                    [joining, t, link],
                    [Entity("P", attributes: [text], relationships: [many("ts", "T", isOrdered: true)]), t]
                )
                .computing("P.ts", "$source.ls.x").accepting("L"),
            ],
            posts
        ),
        Example(
            "a group's objects, and what follows",
            [
                StageExample(
                    [p],
                    [linked, Entity("T", attributes: [required], relationships: [many("ps", "P", "ts")])]
                )
                .making("T", origin("P", ["name": "$each", "ps": "$source"], distinct: true)),
                StageExample([linked, backed], [linked, backed])
                    .making("T", Mapping.Origin(["T"], where: "name != 'a'")).accepting("T"),
                StageExample([linked, backed], [untexted, backed]).accepting("P.t"),
            ],
            posts
        ),
        Example(
            "a relationship moves before",
            [
                StageExample([p], [linked, backed]).making("T", origin(distinct: true)).computing("P.ts", refers),
                StageExample(
                    [linked, backed],
                    [
                        Entity("Q", attributes: [text], relationships: [many("ts", "T", "qs", isOrdered: true)]),
                        Entity("T", attributes: [required], relationships: [many("qs", "Q", "ts")]),
                    ]
                )
                .making("Q", Mapping.Origin(["P"])),
                StageExample(
                    [
                        Entity("Q", attributes: [text], relationships: [many("ts", "T", "qs", isOrdered: true)]),
                        Entity("T", attributes: [required], relationships: [many("qs", "Q", "ts")]),
                    ],
                    [Entity("Q", attributes: [text]), t, Entity("X", relationships: [one("q", "Q"), one("t", "T")])]
                )
                .making("X", Mapping.Origin(["Q"], each: "$source.ts", values: ["q": "$source", "t": "$each"]))
                .accepting("Q.ts"),
            ],
            posts
        ),
    ]

    static let untexted = Entity("P", relationships: [many("ts", "T", "ps", isOrdered: true)])
    static let joining = Entity("P", attributes: [text], relationships: [many("ls", "L", "p", isOrdered: true)])
    static let link = Entity("L", relationships: [one("p", "P", "ls"), one("x", "T")])

    static func origin(_ values: [String: String]) -> Mapping.Origin { origin("P", values) }
}
