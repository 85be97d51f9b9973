import ApusMigration
import ApusSchema

extension EachAgreementTests {
    // MARK: Values and references that meet others

    private static let tagged: [Entity] = pair(many("ts", "T", "ps"), many("ps", "P", "ts"))

    private static let tagging: Objects =
        tags + [("P", 2, ["n": .integer(1)], ["ts": [1, 3, 7]]), ("P", 5, ["n": .integer(2)], ["ts": [1, 2]])]
        + [("P", 6, ["n": .integer(3)], ["ts": [7]])]

    private static let measured: [Entity] = [
        Entity("P", relationships: [many("ts", "T")]),
        Entity("T", attributes: [Attribute("r", .double, isOptional: true), number]),
    ]

    static let further: [Example] = [
        Example(
            "one of several elements by name is refused",
            StageExample(
                [texted],
                [Entity("P", attributes: [text], relationships: [one("x", "T")]), Entity("T", attributes: [required])]
            ).making("T", origin("P", ";")).computing("P.x", "same(T)"),
            Array(both.prefix(2))
        ),
        Example(
            "one of several elements by the origin's name is refused",
            StageExample(
                [texted],
                [Entity("P", attributes: [text], relationships: [one("x", "T")]), Entity("T", attributes: [required])]
            ).making("T", origin("P", ";", as: "all")).computing("P.x", "same(all)"),
            Array(both.prefix(2))
        ),
        Example(
            "an element as an object is refused",
            StageExample(
                [texted],
                [texted, Entity("T", attributes: [required], relationships: [one("p", "P")])]
            ).making(
                "T",
                Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each", "p": "$each"])
            ),
            Array(both.prefix(2))
        ),
        Example(
            "an object as a value is refused",
            each(tagged, nil, ["name": "$each"]),
            tagging
        ).backed("ts", "P", "ps", "T"),
        Example(
            "elements of objects that go, with references to them",
            StageExample(
                [Entity("P", attributes: [text, number])],
                [
                    Entity("P", attributes: [text, number]),
                    Entity("T", attributes: [required], relationships: [one("p", "P")]),
                ]
            ).making("P", Mapping.Origin(["P"], where: "n > 0")).making(
                "T",
                Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each", "p": "$source"])
            ).accepting("P"),
            posts("a;b", "b;c", nil, "d")
        ),
        Example(
            "elements of objects that go, with references that are required",
            StageExample(
                [Entity("P", attributes: [text, number])],
                [
                    Entity("P", attributes: [text, number]),
                    Entity("T", attributes: [required], relationships: [.toOne("p", "P")]),
                ]
            ).making("P", Mapping.Origin(["P"], where: "n > 0")).making(
                "T",
                Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each", "p": "$source"])
            ).accepting("P").requiring("T.p"),
            posts("a;b", "b;c", nil, "d")
        ),
        Example(
            "each of objects of which some go",
            StageExample(
                tagged,
                tagged + [Entity("X", attributes: [name], relationships: [one("t", "T"), many("us", "T")])]
            ).making("T", Mapping.Origin(["T"], where: "t != NIL")).accepting("T").making(
                "X",
                Mapping.Origin(
                    ["P"],
                    each: "$source.ts",
                    distinct: ["$source.n"],
                    values: ["name": "$each.t", "t": "$each", "us": "$each"]
                )
            ),
            tagging
        ).backed("ts", "P", "ps", "T"),
        Example(
            "a computed relationship to objects of which some go",
            StageExample(
                tagged,
                [
                    Entity(
                        "P",
                        attributes: [number],
                        relationships: [many("ts", "T", "ps"), many("us", "T", isOrdered: true)]
                    ), tagged[1],
                ]
            ).making("T", Mapping.Origin(["T"], where: "t != NIL")).accepting("T").computing("P.us", "$source.ts"),
            tagging
        ).backed("ts", "P", "ps", "T"),
        Example(
            "a relationship that was another is computed",
            StageExample(tagged, tagged).computing("P.ts", "each($source.ts, find(T, t == $each.t))"),
            tagging
        ).backed("ts", "P", "ps", "T"),
        Example(
            "a relationship that was another is computed, accepted",
            StageExample(tagged, tagged).computing("P.ts", "each($source.ts, find(T, t == 'b'))").accepting("P.ts"),
            tagging
        ).backed("ts", "P", "ps", "T"),
        Example(
            "a relationship is computed by itself",
            StageExample(tagged, tagged).computing("P.ts", "$source.ts"),
            tagging
        ).backed("ts", "P", "ps", "T"),
        Example(
            "elements find what has two values",
            StageExample(
                [texted, Entity("Q", attributes: [text, number])],
                [
                    texted, Entity("Q", attributes: [text, number]),
                    Entity("T", attributes: [required], relationships: [one("q", "Q")]),
                ]
            ).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    values: ["name": "$each", "q": "find(Q, t == $each AND n == 2)"]
                )
            ),
            both.prefix(2) + [
                ("Q", 1, ["t": .text("b"), "n": .integer(1)], [:]), ("Q", 2, ["t": .text("b"), "n": .integer(2)], [:]),
                ("Q", 3, ["t": .text("c")], [:]),
            ]
        ),
        Example(
            "null finds nothing",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [
                    texted, Entity("Q", attributes: [text]),
                    Entity("T", attributes: [name], relationships: [one("q", "Q")]),
                ]
            ).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "elements($source.t)",
                    values: ["name": "$each", "q": "find(Q, t == $each)"]
                )
            ),
            [
                ("P", 1, ["t": .text("[null, \"a\"]")], [:]), ("Q", 1, ["t": .text("a")], [:]), ("Q", 3, [:], [:]),
            ]
        ),
        Example(
            "elements find objects of sub-entities, and other elements",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [
                    texted, Entity("R", attributes: [text]), Entity("Q", parent: "R"), Entity("S", parent: "R"),
                    Entity("T", attributes: [required], relationships: [one("r", "R")]),
                ]
            ).making(
                "S",
                Mapping.Origin(["P"], each: "split($source.t, ';')", distinct: ["$each"], values: ["t": "$each"])
            ).making("Q", Mapping.Origin(["Q"])).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    values: ["name": "$each", "r": "find(R, t == $each)"]
                )
            ),
            [
                ("P", 1, ["t": .text("a;b;a")], [:]), ("P", 4, ["t": .text("b;c")], [:]),
                ("Q", 2, ["t": .text("x")], [:]),
            ]
        ),
        Example(
            "elements find objects of which two have the value, in two entities",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [
                    texted, Entity("R", attributes: [text]), Entity("Q", parent: "R"), Entity("S", parent: "R"),
                    Entity("T", attributes: [required], relationships: [one("r", "R")]),
                ]
            ).making(
                "S",
                Mapping.Origin(["P"], each: "split($source.t, ';')", distinct: ["$each"], values: ["t": "$each"])
            ).making("Q", Mapping.Origin(["Q"])).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    values: ["name": "$each", "r": "find(R, t == $each)"]
                )
            ),
            [("P", 1, ["t": .text("a;b;a")], [:]), ("Q", 2, ["t": .text("b")], [:])]
        ),
        Example(
            "distinct by numbers",
            StageExample(
                measured,
                measured + [Entity("X", attributes: [Attribute("r", .double, isOptional: true), number])]
            )
            .making(
                "X",
                Mapping.Origin(
                    ["P"],
                    each: "$source.ts",
                    distinct: ["$each.r"],
                    values: ["r": "$each.r", "n": "$each.n"]
                )
            ),
            [
                ("P", 1, [:], ["ts": [1, 2, 3, 4]]), ("P", 2, [:], ["ts": [2, 4, 5]]),
                ("T", 1, ["r": .real(1.5), "n": .integer(1)], [:]), ("T", 2, ["r": .real(2)], [:]), ("T", 3, [:], [:]),
                ("T", 4, ["r": .real(1.5)], [:]), ("T", 5, ["r": .real(2), "n": .integer(5)], [:]),
            ]
        ),
        Example(
            "distinct by numbers of both",
            each(tagged, distinct: ["$source.n", "$each.t"], ["name": "$each.t", "n": "$source.n"]),
            tagging + [("P", 8, ["n": .integer(1)], ["ts": [2, 7]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "counts of the objects of both",
            each(tagged, nil, ["name": "$each.t", "n": "$source.ts.@count * 10 + $each.ps.@count"]),
            tagging
        ).backed("ts", "P", "ps", "T"),
        Example(
            "rows are numbered beside others",
            StageExample(
                [texted, Entity("T", attributes: [name])],
                [texted, Entity("T", attributes: [name, Attribute("k", .int64)])]
            ).making("T", Mapping.Origin(["T"]), origin("P", ";", true)).filling("T.k", .generated(.rowNumber)),
            both.prefix(2) + [("T", 3, [:], [:]), ("T", 5, ["name": .text("x")], [:])]
        ),
        Example(
            "each has an identifier of its own",
            StageExample([texted], [texted, Entity("T", attributes: [required, Attribute("id", .uuid)])])
                .making("T", origin("P", ";", true)).filling("T.id", .generated(.uuid)),
            Array(both.prefix(2))
        ),
        Example(
            "a condition over a relationship of the older object",
            StageExample(
                [
                    Entity("P", attributes: [text], relationships: [one("up", "P"), many("ts", "T")]),
                    Entity("T", attributes: [text]),
                ],
                [
                    Entity("P", attributes: [text], relationships: [one("up", "P"), many("ts", "T")]),
                    Entity("T", attributes: [text]),
                    Entity("X", attributes: [name, text], relationships: [one("up", "P")]),
                ]
            ).making(
                "X",
                Mapping.Origin(
                    ["P"],
                    each: "$source.ts",
                    where: "$source.up.t != 'x' OR $each.t == 'a'",
                    values: ["name": "$each.t", "t": "$source.up.t", "up": "$source.up"]
                )
            ),
            tags + [
                ("P", 1, ["t": .text("x")], ["ts": [1, 2]]), ("P", 2, ["t": .text("y")], ["up": [1], "ts": [1, 3]]),
                ("P", 3, [:], ["up": [2], "ts": [2, 7]]),
            ]
        ),
        Example(
            "split by the other end's text",
            StageExample(
                [Entity("P", attributes: [text], relationships: [one("up", "P")])],
                [Entity("P", attributes: [text], relationships: [one("up", "P")]), Entity("T", attributes: [required])]
            ).making("T", Mapping.Origin(["P"], each: "split($source.up.t, ';')", values: ["name": "$each"])),
            [
                ("P", 1, ["t": .text("a;b")], [:]), ("P", 2, ["t": .text("y")], ["up": [1]]),
                ("P", 3, [:], ["up": [2]]), ("P", 4, [:], ["up": [1]]),
            ]
        ),
        Example(
            "three origins of elements, between which objects are found",
            StageExample(
                [texted],
                [
                    texted, Entity("A", attributes: [required]),
                    Entity("B", attributes: [required], relationships: [many("as", "A", "bs"), one("first", "A")]),
                ].adding("A", many("bs", "B", "as", isOrdered: true))
            ).making(
                "A",
                Mapping.Origin(["P"], each: "split($source.t, ';')", distinct: ["$each"], values: ["name": "$each"])
            ).making(
                "B",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, 'b')",
                    distinct: ["$each"],
                    values: [
                        "name": "$each", "as": "each(split($source.t, ';'), find(A, name == $each))",
                        "first": "find(A, name == 'a')",
                    ]
                )
            ),
            [("P", 1, ["t": .text("a;b;a")], [:]), ("P", 4, ["t": .text("b;c;a;")], [:])]
        ),
    ]
}

extension [Entity] {
    /// The same with a relationship of one of them.
    fileprivate func adding(_ entity: String, _ relationship: Relationship) -> [Entity] {
        map { one in
            var one: Entity = one
            if one.name == entity { one.relationships.append(relationship) }
            return one
        }
    }
}
