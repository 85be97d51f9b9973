import ApusMigration
import ApusSchema

extension EachAgreementTests {
    // MARK: To-many relationships of groups

    static func grouped(_ relationship: Relationship, _ back: Relationship?, distinct: Bool = true) -> StageExample {
        StageExample(
            [Entity("P", attributes: [text])],
            [
                Entity("P", attributes: [text], relationships: back.map { [$0] } ?? []),
                Entity("T", attributes: [required], relationships: [relationship]),
            ]
        ).making(
            "T",
            Mapping.Origin(
                ["P"],
                each: "split($source.t, ';')",
                where: "$each != ''",
                distinct: distinct ? ["$each"] : [],
                values: ["name": "$each", "ps": "$source"]
            )
        )
    }

    static let several: Objects = [
        ("P", 1, ["t": .text("b;a;b")], [:]), ("P", 4, ["t": .text("c;b")], [:]), ("P", 6, ["t": .text("a;")], [:]),
        ("P", 8, ["t": .null], [:]),
    ]

    static let lists: [Example] = [
        Example("all that have an element", grouped(many("ps", "P", "ts"), many("ts", "T", "ps")), several),
        Example("all that have an element, one-way", grouped(many("ps", "P"), nil), several),
        Example(
            "all that have an element, ordered",
            grouped(many("ps", "P", "ts", isOrdered: true), many("ts", "T", "ps", isOrdered: true)),
            several
        ),
        Example(
            "all that have an element, ordered and one-way",
            grouped(many("ps", "P", isOrdered: true), nil),
            several
        ),
        Example(
            "each element alone",
            grouped(many("ps", "P", "ts"), many("ts", "T", "ps"), distinct: false),
            several
        ),
        Example(
            "all that have an element, whose inverse is to-one",
            grouped(many("ps", "P", "x"), one("x", "T", "ps")),
            several
        ),
        Example(
            "all objects of equal elements",
            StageExample(
                pair(many("ts", "T", "ps"), many("ps", "P", "ts")),
                pair(many("ts", "T", "ps"), many("ps", "P", "ts")) + [
                    Entity("X", attributes: [name], relationships: [many("ts", "T"), many("ps", "P", isOrdered: true)])
                ]
            ).making(
                "X",
                Mapping.Origin(
                    ["P"],
                    each: "$source.ts",
                    distinct: ["$each.t"],
                    values: ["name": "$each.t", "ts": "$each", "ps": "$source"]
                )
            ),
            tags + [("P", 2, [:], ["ts": [2, 3, 7]]), ("P", 5, [:], ["ts": [1, 2]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "the union of what conditions find",
            StageExample(
                [Entity("P", attributes: [text, name]), Entity("Q", attributes: [text])],
                [
                    Entity("P", attributes: [text, name]), Entity("Q", attributes: [text]),
                    Entity("T", attributes: [required], relationships: [many("qs", "Q")]),
                ]
            ).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    distinct: ["$each"],
                    values: ["name": "$each", "qs": "find(Q, t == $source.name)"]
                )
            ),
            [
                ("P", 1, ["t": .text("a;b"), "name": .text("x")], [:]),
                ("P", 2, ["t": .text("b;c"), "name": .text("y")], [:]), ("P", 3, ["t": .text("c")], [:]),
                ("Q", 1, ["t": .text("y")], [:]), ("Q", 2, ["t": .text("x")], [:]), ("Q", 3, [:], [:]),
            ]
        ),
    ]

    // MARK: To-many relationships in 'values'

    static let joined: [Entity] = [
        Entity("P", attributes: [number], relationships: [many("ls", "L", "p")]),
        Entity("L", attributes: [number], relationships: [one("p", "P", "ls"), one("x", "T", "ls")]),
        Entity("T", attributes: [text], relationships: [many("ls", "L", "x")]),
    ]

    static let links: Objects =
        tags + [
            ("P", 2, [:], [:]), ("P", 5, [:], [:]), ("P", 6, [:], [:]),
            ("L", 1, [:], ["p": [5], "x": [7]]), ("L", 2, [:], ["p": [2], "x": [1]]),
            ("L", 3, [:], ["p": [5], "x": [1]]),
            ("L", 4, [:], ["p": [5], "x": [7]]), ("L", 5, [:], ["p": [5]]), ("L", 6, [:], ["x": [2]]),
            ("L", 7, [:], ["p": [2], "x": [3]]),
        ]

    /// 'L' joins 'P' and 'T', and becomes a relationship.
    static func join(
        _ relationship: Relationship,
        _ back: Relationship?,
        _ text: String = "$source.ls.x",
        older: [Entity] = joined
    ) -> StageExample {
        StageExample(
            older,
            [
                Entity("P", attributes: [number], relationships: [relationship]),
                Entity("T", attributes: [self.text], relationships: back.map { [$0] } ?? []),
            ]
        ).computing("P.ts", text).accepting("L")
    }

    static func backedLinks(_ name: String, _ stage: StageExample, _ objects: Objects = links) -> Example {
        var example = Example(name, stage, objects)
        for (identity, object) in (example.world.objects["L"] ?? [:]).sorted(by: { $0.key < $1.key }) {
            var world: World = example.world
            for p in object.references["p"] ?? []
            where world.objects["P"]?[p]?.references["ls"]?.contains(identity) == false {
                world.objects["P"]?[p]?.references["ls"]?.append(identity)
            }
            for x in object.references["x"] ?? []
            where world.objects["T"]?[x]?.references["ls"]?.contains(identity) == false {
                world.objects["T"]?[x]?.references["ls"]?.append(identity)
            }
            example = Example(name, stage, world)
        }
        return example
    }

    static var orderedJoin: [Entity] {
        var older: [Entity] = joined
        older[0].relationships = [many("ls", "L", "p", isOrdered: true)]
        return older
    }

    static let textual: [Entity] = [Entity("P", attributes: [text]), Entity("T", attributes: [required])]

    static let named: Objects = [
        ("P", 1, ["t": .text("b;a;b;z")], [:]), ("P", 4, ["t": .text("c;b;")], [:]), ("P", 6, ["t": .null], [:]),
        ("T", 1, ["name": .text("a")], [:]), ("T", 2, ["name": .text("b")], [:]), ("T", 3, ["name": .text("c")], [:]),
    ]

    static func listed(_ relationship: Relationship, _ back: Relationship? = nil) -> [Entity] {
        [
            Entity("P", attributes: [text], relationships: [relationship]),
            Entity("T", attributes: [required], relationships: back.map { [$0] } ?? []),
        ]
    }

    static let computed: [Example] = [
        Example(
            "a relationship that is its own inverse",
            StageExample(
                [Entity("P", attributes: [text], relationships: [many("fs", "P")])],
                [Entity("P", attributes: [text], relationships: [many("fs", "P"), many("us", "P", "us")])]
            ).computing("P.us", "$source.fs"),
            [("P", 1, [:], ["fs": [2, 3]]), ("P", 2, [:], ["fs": [1]]), ("P", 3, [:], ["fs": [3]])]
        ),
        backedLinks("a join becomes a relationship", join(many("ts", "T", "ps"), many("ps", "P", "ts"))),
        backedLinks("a join becomes a one-way relationship", join(many("ts", "T"), nil)),
        backedLinks("a join becomes an ordered relationship", join(many("ts", "T", isOrdered: true), nil)),
        backedLinks(
            "an ordered join becomes an ordered relationship",
            join(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts", isOrdered: true), older: orderedJoin),
            links.map { kind, identity, values, references in
                (kind, identity, values, kind == "P" && identity == 5 ? ["ls": [4, 5, 3, 1]] : references)
            }
        ),
        backedLinks(
            "each of a join",
            join(many("ts", "T", isOrdered: true), nil, "each($source.ls, $each.x)")
        ),
        backedLinks(
            "each of a join that becomes to-one",
            StageExample(
                joined,
                [
                    Entity("P", attributes: [number], relationships: [many("ts", "T", "p")]),
                    Entity("T", attributes: [text], relationships: [one("p", "P", "ts")]),
                ]
            ).computing("P.ts", "$source.ls.x").accepting("L")
        ),
        backedLinks("a join without a word", join(many("ts", "T"), nil).removingAccepts()),
        backedLinks(
            "a join that stays",
            StageExample(
                joined,
                [
                    Entity("P", attributes: [number], relationships: [many("ls", "L", "p"), many("ts", "T", "ps")]),
                    joined[1],
                    Entity("T", attributes: [text], relationships: [many("ls", "L", "x"), many("ps", "P", "ts")]),
                ]
            ).computing("P.ts", "$source.ls.x")
        ),
        Example(
            "objects that have the names",
            StageExample(textual, listed(many("ts", "T", "ps"), many("ps", "P", "ts")))
                .computing("P.ts", "each(split($source.t, ';'), find(T, name == $each))"),
            named
        ),
        Example(
            "objects that have the names, in order",
            StageExample(textual, listed(many("ts", "T", isOrdered: true)))
                .computing("P.ts", "each(split($source.t, ';'), find(T, name == $each))"),
            named
        ),
        Example(
            "objects that have the names twice",
            StageExample(textual, listed(many("ts", "T")))
                .computing("P.ts", "each(split($source.t, ';'), find(T, name == $each))"),
            named + [("T", 9, ["name": .text("c")], [:])]
        ),
        Example(
            "objects that have the names of elements",
            StageExample(textual, listed(many("ts", "T", isOrdered: true)))
                .computing("P.ts", "each(elements($source.t), find(T, name == $each))"),
            [("P", 1, ["t": .text("[\"b\", null, 3, \"a\", \"b\"]")], [:]), ("P", 2, ["t": .text("x")], [:])]
                + named.suffix(3)
        ),
        Example(
            "distinct elements become objects, to which all refer",
            StageExample([texted], listed(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts")))
                .making("T", origin("P", ";", true))
                .computing("P.ts", "each(split($source.t, ';'), find(T, name == $each))"),
            Array(named.prefix(3))
        ),
        Example(
            "distinct elements become objects, and the text goes",
            StageExample(
                [texted],
                [
                    Entity("P", relationships: [many("ts", "T", "ps", isOrdered: true)]),
                    Entity("T", attributes: [required], relationships: [many("ps", "P", "ts")]),
                ]
            ).making("T", origin("P", ";", true))
                .computing("P.ts", "each(split($source.t, ';'), find(T, name == $each))").accepting("P.t"),
            Array(named.prefix(3))
        ),
        Example(
            "a condition chooses",
            StageExample(textual, listed(many("ts", "T", isOrdered: true)))
                .computing(
                    "P.ts",
                    "each(split($source.t, ';'), TERNARY($each == 'b', find(T, name == 'a'), find(T, name == $each)))"
                ),
            named
        ),
        Example(
            "the first that there is",
            StageExample(textual, listed(many("ts", "T", isOrdered: true)))
                .computing(
                    "P.ts",
                    "each(split($source.t, ';'), ifNull(find(T, name == $each), find(T, name == 'a')))"
                ),
            named
        ),
        Example(
            "each of what becomes others",
            StageExample(
                pair(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts")),
                [
                    Entity("P", attributes: [number], relationships: [many("us", "U", isOrdered: true)]),
                    Entity("A", attributes: [text]), Entity("U", parent: "A"),
                ]
            ).making("A", Mapping.Origin(["P"], values: ["t": "'p'"])).making("U", Mapping.Origin(["T"]))
                .computing("P.us", "each($source.ts, $each)").accepting("P.ts"),
            tags + [("P", 2, [:], ["ts": [7, 1, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "a relationship under another name",
            StageExample(
                pair(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts")),
                pair(many("xs", "T", isOrdered: true), nil)
            ).computing("P.xs", "$source.ts").accepting("P.ts"),
            tags + [("P", 2, [:], ["ts": [7, 1, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "a relationship under another name, without a word",
            StageExample(
                pair(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts")),
                pair(many("xs", "T", isOrdered: true), nil)
            ).computing("P.xs", "$source.ts"),
            tags + [("P", 2, [:], ["ts": [7, 1, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "friends of friends",
            StageExample(
                [Entity("P", attributes: [text], relationships: [many("fs", "P", "fs"), one("up", "P")])],
                [
                    Entity(
                        "P",
                        attributes: [text],
                        relationships: [many("fs", "P", "fs"), one("up", "P"), many("us", "P")]
                    )
                ]
            ).computing("P.us", "$source.fs.up"),
            [
                ("P", 1, [:], ["fs": [2, 3]]), ("P", 2, [:], ["fs": [1], "up": [1]]),
                ("P", 3, [:], ["fs": [1, 3], "up": [2]]),
            ]
        ),
    ]
}

extension StageExample {
    /// The same without what is accepted.
    func removingAccepts() -> StageExample { changed { $0.remove($0[.accept]) } }
}
