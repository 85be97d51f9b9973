import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    // MARK: Objects and lines

    static let simple: [Example] = [
        Example(
            "a matched entity of another one's objects",
            StageExample([Entity("A"), Entity("B")], [Entity("A")]).making("A", Mapping.Origin(["B"])).accepting("A"),
            [("A", 1, [:], [:]), ("B", 7, [:], [:])]
        ),
        Example(
            "a needless line",
            StageExample([Entity("A")], [Entity("A")]).making("A", Mapping.Origin(["A"])),
            []
        ),
        Example(
            "a needless condition",
            StageExample([Entity("A", attributes: [number])], [Entity("A", attributes: [number])])
                .making("A", Mapping.Origin(["A"], where: "n > 1")),
            integers("A", [1: 2, 3: 4])
        ),
        Example(
            "a condition that drops",
            StageExample([Entity("A", attributes: [number])], [Entity("A", attributes: [number])])
                .making("A", Mapping.Origin(["A"], where: "n > 1")).accepting("A"),
            integers("A", [1: 2, 3: 1, 4: nil])
        ),
        Example(
            "a sub-entity that stays, and is taken",
            StageExample([Entity("A"), Entity("C", parent: "A")], [Entity("A"), Entity("C", parent: "A")])
                .making("A", Mapping.Origin(["A"], values: [:], as: "x")),
            [("A", 1, [:], [:]), ("C", 2, [:], [:])]
        ),
        Example(
            "a sub-entity taken twice by one origin",
            StageExample([Entity("A"), Entity("C", parent: "A")], [Entity("B")])
                .making("B", Mapping.Origin(["C", "A"])),
            [("A", 1, [:], [:]), ("C", 2, [:], [:])]
        ),
        Example(
            "a sub-entity taken twice by two origins",
            StageExample([Entity("A"), Entity("C", parent: "A")], [Entity("B")])
                .making("B", Mapping.Origin(["C"]), Mapping.Origin(["A"])),
            [("A", 1, [:], [:]), ("C", 2, [:], [:])]
        ),
        Example(
            "a sub-entity goes with its parent",
            StageExample([Entity("A"), Entity("C", parent: "A", attributes: [number])], [Entity("A")])
                .making("A", Mapping.Origin(["A"])).accepting("C.n"),
            [("A", 1, [:], [:]), ("C", 2, [:], [:])]
        ),
        Example(
            "flattened below an abstract root",
            StageExample([abstract("A"), Entity("C", parent: "A"), Entity("D", parent: "A")], [Entity("F")])
                .making("F", Mapping.Origin(["A"])),
            [("C", 1, [:], [:]), ("D", 2, [:], [:])]
        ),
        Example(
            "flattened below an abstract root that is renamed",
            StageExample([abstract("A"), Entity("C", parent: "A")], [Entity("F", originalName: "A")])
                .making("F", Mapping.Origin(["A"])),
            [("C", 1, [:], [:])]
        ),
        Example(
            "several kinds, flattened below an abstract root that is renamed",
            StageExample(
                [abstract("A"), Entity("C", parent: "A"), Entity("D", parent: "A")],
                [Entity("F", originalName: "A")]
            ).making("F", Mapping.Origin(["A"])),
            [("C", 1, [:], [:]), ("D", 2, [:], [:])]
        ),
        Example(
            "original names of a swap before",
            StageExample(
                [
                    Entity(
                        "A",
                        attributes: [
                            Attribute("a", .string, isOptional: true, originalName: "b"),
                            Attribute("b", .int64, isOptional: true, originalName: "a"),
                        ]
                    ), Entity("C"),
                ],
                [
                    Entity(
                        "A",
                        attributes: [
                            Attribute("a", .string, isOptional: true, originalName: "b"),
                            Attribute("b", .int64, isOptional: true, originalName: "a"),
                        ]
                    )
                ]
            ).making("A", Mapping.Origin(["A", "C"])),
            [("A", 1, ["a": .text("x"), "b": .integer(3)], [:]), ("C", 1, [:], [:])]
        ),
        Example(
            "flattened below a root that is renamed",
            StageExample(
                [Entity("A"), Entity("C", parent: "A"), Entity("D", parent: "C")],
                [Entity("F", originalName: "A")]
            ).making("F", Mapping.Origin(["A"])),
            [("A", 3, [:], [:]), ("C", 1, [:], [:]), ("D", 2, [:], [:])]
        ),
        Example(
            "routed below a root that is renamed and abstract",
            StageExample(
                [Entity("A", attributes: [number])],
                [
                    {
                        var root = abstract("R", [number])
                        root.originalName = "A"
                        return root
                    }(), Entity("X", parent: "R"), Entity("Y", parent: "R"),
                ]
            ).making("X", Mapping.Origin(["A"], where: "n > 1")).making("Y", Mapping.Origin(["A"], where: "NOT n > 1")),
            integers("A", [1: 1, 2: 2])
        ),
        Example(
            "an abstract entity made",
            StageExample([Entity("A")], [abstract("R"), Entity("A", parent: "R")]).making("R", Mapping.Origin(["A"])),
            []
        ),
    ]

    // MARK: Values

    static func merged(_ attribute: Attribute, _ a: [Attribute], _ c: [Attribute]) -> StageExample {
        StageExample([Entity("A", attributes: a), Entity("C", attributes: c)], [Entity("B", attributes: [attribute])])
            .making("B", Mapping.Origin(["A", "C"]))
    }

    static let two: Objects = [
        ("A", 1, ["n": .integer(1)], [:]), ("A", 2, [:], [:]), ("C", 1, [:], [:]),
    ]

    static let values: [Example] = [
        Example(
            "missing, with a default, optional",
            merged(Attribute("n", .int64, isOptional: true, default: .int(9)), [number], []),
            two
        ),
        Example("missing, with a default", merged(Attribute("n", .int64, default: .int(9)), [number], []), two),
        Example("missing, without", merged(Attribute("n", .int64), [number], []), two),
        Example("missing, filled", merged(Attribute("n", .int64), [number], []).filling("B.n", .literal("4")), two),
        Example("missing, required", merged(Attribute("n", .int64), [number], []).requiring("B.n"), two),
        Example(
            "missing, numbered",
            merged(Attribute("n", .int64), [number], []).filling("B.n", .generated(.rowNumber)),
            two
        ),
        Example(
            "missing, optional and filled",
            merged(number, [number], []).filling("B.n", .literal("4")),
            two
        ),
        Example(
            "missing everywhere, with a default, optional",
            merged(Attribute("n", .int64, isOptional: true, default: .int(9)), [], []),
            [("A", 1, [:], [:]), ("C", 1, [:], [:])]
        ),
        Example("two types", merged(number, [number], [small]), two),
        Example("another type, not matched", merged(number, [small], [small]), two),
        Example("another type, of one, not matched", merged(number, [small], []), two),
        Example("another type, made required", merged(Attribute("n", .string, isOptional: true), [number], []), two),
        Example(
            "another type, matched",
            StageExample(
                [Entity("A", attributes: [small]), Entity("C", attributes: [small])],
                [Entity("A", attributes: [number])]
            ).making("A", Mapping.Origin(["A", "C"])),
            two
        ),
        Example(
            "another type, of the matched one only",
            StageExample(
                [Entity("A", attributes: [small]), Entity("C")],
                [Entity("A", attributes: [number])]
            ).making("A", Mapping.Origin(["A", "C"])),
            two
        ),
        Example(
            "another type, of the other one only",
            StageExample(
                [Entity("A"), Entity("C", attributes: [small])],
                [Entity("A", attributes: [number])]
            ).making("A", Mapping.Origin(["A", "C"])),
            [("A", 1, [:], [:]), ("C", 1, ["n": .integer(3)], [:])]
        ),
        Example(
            "the newer type, of the other one only",
            StageExample(
                [Entity("A"), Entity("C", attributes: [number])],
                [Entity("A", attributes: [number])]
            ).making("A", Mapping.Origin(["A", "C"])),
            [("A", 1, [:], [:]), ("C", 1, ["n": .integer(3)], [:])]
        ),
        Example(
            "a renamed attribute",
            merged(Attribute("m", .int64, isOptional: true, originalName: "n"), [number], [number]),
            two
        ),
        Example(
            "a value beside a match",
            StageExample(
                [Entity("A", attributes: [number]), Entity("C", attributes: [text])],
                [Entity("B", attributes: [number])]
            ).making("B", Mapping.Origin(["A"]), Mapping.Origin(["C"], values: ["n": "5"])).accepting("C.t"),
            two
        ),
        Example(
            "a line at an ancestor",
            StageExample(
                [Entity("A", attributes: [number])],
                [abstract("R", [number]), Entity("B", parent: "R")]
            ).making("B", Mapping.Origin(["A"])).computing("R.n", "$source.n + 1").accepting("A.n"),
            integers("A", [1: 4])
        ),
        Example(
            "an origin before a line",
            StageExample([Entity("A", attributes: [number])], [Entity("B", attributes: [number])])
                .making("B", Mapping.Origin(["A"], values: ["n": "$source.n + 2"])).computing("B.n", "$source.n + 1")
                .accepting("A.n"),
            integers("A", [1: 4])
        ),
    ]

    // MARK: Identities

    static let identities: [Example] = [
        Example(
            "the first block is the matched root's",
            StageExample([Entity("A"), Entity("B"), Entity("C")], [Entity("A")])
                .making(
                    "A",
                    Mapping.Origin(["B"]),
                    Mapping.Origin(["A"]),
                    Mapping.Origin(["B"]),
                    Mapping.Origin(["C"])
                ),
            [("A", 2, [:], [:]), ("A", 4, [:], [:]), ("B", 1, [:], [:]), ("B", 3, [:], [:]), ("C", 1, [:], [:])]
        ),
        Example(
            "what no origin takes does not count",
            StageExample([Entity("B", attributes: [number]), Entity("C")], [Entity("A", attributes: [number])])
                .making("A", Mapping.Origin(["B"], where: "n > 5"), Mapping.Origin(["C"])).accepting("B"),
            integers("B", [1: 9, 8: 1]) + [("C", 1, [:], [:])]
        ),
        Example(
            "blocks below a new root",
            StageExample(
                [Entity("A"), Entity("B"), Entity("C")],
                [
                    abstract("R"), Entity("X", parent: "R"), Entity("Y", parent: "R"), Entity("W", parent: "X"),
                ]
            ).making("Y", Mapping.Origin(["A"])).making("W", Mapping.Origin(["B"])).making("X", Mapping.Origin(["C"])),
            [("A", 1, [:], [:]), ("B", 2, [:], [:]), ("C", 3, [:], [:])]
        ),
        Example(
            "an entity that stays below a root of others",
            StageExample([Entity("A"), Entity("B")], [Entity("A"), Entity("B", parent: "A")])
                .making("A", Mapping.Origin(["A"], values: [:], as: "x")),
            [("A", 1, [:], [:]), ("B", 1, [:], [:])]
        ),
        Example(
            "an entity that stays below a new root, beside another",
            StageExample(
                [Entity("A"), Entity("B")],
                [abstract("R"), Entity("A", parent: "R"), Entity("B", parent: "R")]
            )
            .making("B", Mapping.Origin(["B"], values: [:], as: "x")),
            [("A", 1, [:], [:]), ("B", 1, [:], [:])]
        ),
        Example(
            "both take all",
            StageExample([Entity("A")], [abstract("R"), Entity("X", parent: "R"), Entity("Y", parent: "R")])
                .making("X", Mapping.Origin(["A"])).making("Y", Mapping.Origin(["A"])),
            []
        ),
        Example(
            "both take one, as the second block of each",
            StageExample([Entity("A")], [abstract("R"), Entity("X", parent: "R"), Entity("Y", parent: "R")])
                .making("X", Mapping.Origin(["A"]), Mapping.Origin(["A"])).making("Y", Mapping.Origin(["A"])),
            []
        ),
        Example(
            "one stays beside what is made of it",
            StageExample(
                [Entity("A", attributes: [number])],
                [Entity("A", attributes: [number]), Entity("X", parent: "A")]
            )
            .making("X", Mapping.Origin(["A"], where: "n > 1")),
            integers("A", [1: 2])
        ),
        Example(
            "one stays, and nothing is made of it",
            StageExample(
                [Entity("A", attributes: [number])],
                [Entity("A", attributes: [number]), Entity("X", parent: "A")]
            )
            .making("X", Mapping.Origin(["A"], where: "n > 1")),
            integers("A", [1: 1])
        ),
    ]

    // MARK: Losses

    static let losses: [Example] = [
        Example(
            "dropped objects lose their values",
            StageExample(
                [Entity("A", attributes: [number, text])],
                [Entity("B", attributes: [text]), Entity("C", attributes: [number])]
            ).making("B", Mapping.Origin(["A"], where: "n == 1")).making("C", Mapping.Origin(["A"], where: "n == 2"))
                .accepting("A"),
            [("A", 1, ["n": .integer(3), "t": .text("x")], [:])]
        ),
        Example(
            "a value that one of two carries",
            StageExample(
                [Entity("A", attributes: [number, text])],
                [Entity("B", attributes: [text, number]), Entity("C", attributes: [number])]
            ).making("B", Mapping.Origin(["A"], where: "n == 1")).making("C", Mapping.Origin(["A"], where: "n != 1")),
            [("A", 1, ["n": .integer(3), "t": .text("x")], [:])]
        ),
        Example(
            "a value that one of two carries, accepted",
            StageExample(
                [Entity("A", attributes: [number, text])],
                [Entity("B", attributes: [text, number]), Entity("C", attributes: [number])]
            ).making("B", Mapping.Origin(["A"], where: "n == 1")).making("C", Mapping.Origin(["A"], where: "n != 1"))
                .accepting("A.t"),
            [("A", 1, ["n": .integer(3), "t": .text("x")], [:])]
        ),
        Example(
            "a value that both carry, accepted",
            StageExample(
                [Entity("A", attributes: [number])],
                [Entity("B", attributes: [number]), Entity("C", attributes: [number])]
            ).making("B", Mapping.Origin(["A"], where: "n == 1")).making("C", Mapping.Origin(["A"], where: "n != 1"))
                .accepting("A.n"),
            []
        ),
        Example(
            "a recomputed value that an origin carries",
            StageExample(
                [Entity("A", attributes: [number])],
                [Entity("A", attributes: [number]), Entity("B", attributes: [number])]
            ).making("B", Mapping.Origin(["A"])).computing("A.n", "7"),
            integers("A", [1: 1])
        ),
        Example(
            "an entity removed beside one that is taken",
            StageExample([Entity("A"), Entity("B")], [Entity("C")]).making("C", Mapping.Origin(["A"])),
            []
        ),
        Example(
            "references lost",
            StageExample(
                [
                    Entity("A", relationships: [one("c", "C", "as")]),
                    Entity("C", relationships: [many("as", "A", "c")]),
                ],
                [Entity("B"), Entity("C")]
            ).making("B", Mapping.Origin(["A"])).accepting("C.as"),
            [("A", 1, [:], ["c": [1]]), ("C", 1, [:], ["as": [1]])]
        ),
        Example(
            "references lost, without a word",
            StageExample(
                [Entity("A", relationships: [one("c", "C")]), Entity("C")],
                [Entity("B"), Entity("C")]
            ).making("B", Mapping.Origin(["A"])),
            []
        ),
        Example(
            "references that a dropped entity had",
            StageExample(
                [Entity("A", attributes: [number], relationships: [one("c", "C")]), Entity("C")],
                [Entity("B", attributes: [number]), Entity("C")]
            ).making("B", Mapping.Origin(["A"], where: "n > 1")).accepting("A"),
            []
        ),
        Example(
            "references that a part has now",
            StageExample(
                [Entity("A", relationships: [one("c", "C")]), Entity("C")],
                [Entity("A"), Entity("B", relationships: [one("c", "C")]), Entity("C")]
            ).making("B", Mapping.Origin(["A"])),
            [("A", 1, [:], ["c": [1]]), ("C", 1, [:], [:])]
        ),
    ]
}
