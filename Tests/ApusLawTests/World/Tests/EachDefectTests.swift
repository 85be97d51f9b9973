import ApusMigration
import ApusSchema
import Testing

/// What the planner and real stores did otherwise than 'Mappings.md' says when the naive interpreter learned about elements.
@Suite struct EachDefectTests {
    typealias Example = OriginAgreementTests.Example

    @Test(arguments: examples)
    func planner(example: Example) {
        #expect(example.stage.disagreement(example.world) == nil)
    }

    @Test(arguments: examples)
    func store(example: Example) {
        #expect(example.stage.disagreement(example.world, .store) == nil)
    }

    @Test(arguments: chains)
    func planner(example: EachChainTests.Example) {
        #expect(example.chain.disagreement(example.world, .product) == nil)
    }

    @Test(arguments: chains)
    func store(example: EachChainTests.Example) {
        #expect(example.chain.disagreement(example.world, .store) == nil)
    }

    // MARK: Parts

    private typealias Each = EachAgreementTests
    private typealias Chain = EachChainTests
    private static let (text, number, name, required) = (Each.text, Each.number, Each.name, Each.required)

    private static func one(_ name: String, _ far: String, _ inverse: String? = nil) -> Relationship {
        Each.one(name, far, inverse)
    }

    private static func many(_ name: String, _ far: String, _ inverse: String? = nil, isOrdered: Bool = false)
        -> Relationship
    {
        Each.many(name, far, inverse, isOrdered: isOrdered)
    }

    static let examples: [Example] = [
        // Elements of a hierarchy follow the order of its objects, not kind by kind.
        Example(
            "the owner has sub-entities",
            Each.each([
                Entity("P", attributes: [number], relationships: [many("ts", "T", "ps")]), Entity("Q", parent: "P"),
                Entity("R", parent: "Q"), Entity("T", attributes: [text], relationships: [many("ps", "P", "ts")]),
            ]),
            Each.tags + [("P", 2, [:], ["ts": [3, 7]]), ("Q", 1, [:], ["ts": [1, 2]]), ("R", 3, [:], ["ts": [1]])]
                + [("P", 4, [:], ["ts": [2]])]
        ).backed("ts", "P", "ps", "T"),
        // Equal elements of a hierarchy are one object.
        Example(
            "elements of a hierarchy, distinct",
            StageExample(
                [Each.texted, Entity("B", parent: "P"), Entity("A", parent: "P")],
                [
                    Each.texted, Entity("B", parent: "P"), Entity("A", parent: "P"),
                    Entity(
                        "T",
                        attributes: [required],
                        relationships: [one("p", "P"), many("ps", "P", isOrdered: true)]
                    ),
                ]
            ).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    distinct: ["$each"],
                    values: ["name": "$each", "p": "$source", "ps": "$source"]
                )
            ),
            [
                ("P", 4, ["t": .text("a;b")], [:]), ("B", 1, ["t": .text("b;c")], [:]),
                ("A", 3, ["t": .text("c;a")], [:]), ("B", 6, ["t": .text("d;a")], [:]),
            ]
        ),
        // Equal elements of one origin are one object.
        Example(
            "one origin of two entities",
            StageExample(
                [Each.texted, Entity("Q", attributes: [text])],
                [Each.texted, Entity("Q", attributes: [text]), Entity("T", attributes: [required])]
            ).making(
                "T",
                Mapping.Origin(
                    ["Q", "P"],
                    each: "split($source.t, ';')",
                    distinct: ["$each"],
                    values: ["name": "$each"]
                )
            ),
            Each.both + [("Q", 3, ["t": .text("b;x")], [:])]
        ),
        // Identities stay if all origins come from one older hierarchy.
        Example(
            "elements before what becomes the same entity",
            StageExample(
                [Entity("P", attributes: [name, text])],
                [Entity("T", attributes: [name, text])]
            ).making("T", Each.origin("P", ";"), Mapping.Origin(["P"])),
            [("P", 1, ["t": .text("a;b"), "name": .text("x")], [:]), ("P", 4, ["t": .text("c")], [:])]
        ),
        // The line of the sub-entity is nearer.
        Example(
            "the owner has sub-entities, one of which computes otherwise",
            StageExample(
                [Entity("P", attributes: [text], relationships: [many("fs", "P")]), Entity("Q", parent: "P")],
                [
                    Entity(
                        "P",
                        attributes: [text],
                        relationships: [many("fs", "P"), many("us", "P", isOrdered: true)]
                    ),
                    Entity("Q", parent: "P"),
                ]
            ).computing("P.us", "$source.fs").computing("Q.us", "each($source.fs, $source)"),
            [
                ("P", 1, [:], ["fs": [2, 3]]), ("Q", 2, [:], ["fs": [1]]), ("P", 3, [:], ["fs": [3]]),
                ("Q", 4, [:], [:]),
            ]
        ),
    ]

    static let chains: [EachChainTests.Example] = [
        // The last identity of a hierarchy is that of the last element, taken or not.
        Chain.Example(
            "no elements, and others follow them",
            [
                StageExample(
                    [Chain.p, Entity("Q", attributes: [name])],
                    [Chain.p, Entity("Q", attributes: [name]), Chain.t]
                )
                .making(
                    "T",
                    Mapping.Origin(
                        ["P"],
                        each: "split($source.t, ';')",
                        where: "$each == 'x'",
                        values: ["name": "$each"]
                    )
                ),
                StageExample(
                    [Chain.p, Entity("Q", attributes: [name]), Chain.t],
                    [Chain.p, Entity("T", attributes: [name])]
                )
                .making("T", Mapping.Origin(["T"]), Mapping.Origin(["Q"])),
            ],
            Chain.posts + [("Q", 3, ["name": .text("q")], [:])]
        ),
        Chain.Example(
            "distinct elements, and others follow them",
            [
                StageExample(
                    [Chain.p, Entity("Q", attributes: [name])],
                    [Chain.p, Entity("Q", attributes: [name]), Chain.t]
                )
                .making("T", Chain.origin(distinct: true)),
                StageExample(
                    [Chain.p, Entity("Q", attributes: [name]), Chain.t],
                    [Chain.p, Entity("T", attributes: [name])]
                )
                .making("T", Mapping.Origin(["T"]), Mapping.Origin(["Q"])),
            ],
            Chain.posts + [("Q", 3, ["name": .text("q")], [:])]
        ),
        // The order of elements does not depend on the names of entities.
        Chain.Example(
            "elements of a hierarchy that changes before",
            [
                StageExample(
                    [Chain.p, Entity("B", parent: "P"), Entity("A", parent: "P")],
                    [Chain.p, Entity("C", originalName: "A", parent: "P"), Entity("D", originalName: "B", parent: "P")]
                ),
                StageExample(
                    [
                        Chain.p, Entity("C", originalName: "A", parent: "P"),
                        Entity("D", originalName: "B", parent: "P"),
                    ],
                    [
                        Chain.p, Entity("C", parent: "P"), Entity("D", parent: "P"),
                        Entity("T", attributes: [required], relationships: [one("p", "P")]),
                    ]
                ).making("T", Chain.origin("P", ["name": "$each", "p": "$source"], distinct: true)),
            ],
            [
                ("P", 4, ["t": .text("a;b")], [:]), ("B", 1, ["t": .text("b;c")], [:]),
                ("A", 3, ["t": .text("c;a")], [:]), ("B", 6, ["t": .text("d;a")], [:]),
                ("A", 2, ["t": .text("d;a")], [:]),
            ]
        ),
        Chain.Example(
            "elements of an entity that leaves its hierarchy before",
            [
                StageExample(
                    [Chain.p, Entity("B", parent: "P"), Entity("A", parent: "P")],
                    [Chain.p, Entity("B", attributes: [text]), Entity("A", parent: "P")]
                ),
                StageExample(
                    [Chain.p, Entity("B", attributes: [text]), Entity("A", parent: "P")],
                    [Chain.p, Entity("B", attributes: [text]), Entity("A", parent: "P"), Chain.t]
                ).making(
                    "T",
                    Mapping.Origin(
                        ["B", "P"],
                        each: "split($source.t, ';')",
                        distinct: ["$each"],
                        values: ["name": "$each"]
                    )
                ),
            ],
            [
                ("P", 4, ["t": .text("a;b")], [:]), ("B", 1, ["t": .text("b;c")], [:]),
                ("A", 3, ["t": .text("c;a")], [:]), ("B", 6, ["t": .text("d;a")], [:]),
                ("A", 2, ["t": .text("d;a")], [:]),
            ]
        ),
    ]
}
