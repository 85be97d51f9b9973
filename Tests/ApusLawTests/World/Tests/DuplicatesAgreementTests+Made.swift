import ApusMigration
import ApusSchema

extension DuplicatesAgreementTests {
    // MARK: With what else a mapping makes

    private static let code = Attribute("c", .string, isOptional: true)

    static let made: [Example] = [
        Example(
            "computed values",
            StageExample(
                [Entity("A", attributes: [text, number])],
                [unique("A", [text, code], by: ["c"])]
            ).computing("A.c", "uppercase:($source.t)").accepting("A.n").settling("A", keep(.newest, "t")),
            texts("A", [1: "Rome", 2: "rome", 3: "ROME", 4: "Oslo", 5: nil, 6: nil])
        ),
        Example(
            "numbers behind computed values",
            StageExample(
                [Entity("A", attributes: [text])],
                [unique("A", [text, code], by: ["c"])]
            ).computing("A.c", "uppercase:($source.t)").settling("A", numbered("c")),
            texts("A", [1: "Rome", 2: "rome", 3: "ROME", 4: "Oslo", 5: nil, 6: nil])
        ),
        Example(
            "converted values",
            StageExample(
                [Entity("A", attributes: [Attribute("n", .double, isOptional: true), text])],
                [unique("A", [number, text], by: ["n"])]
            ).converting("A.n", "rounded").settling("A", keep(.newest, "n")),
            [
                ("A", 1, ["n": .real(1.2)], [:]), ("A", 2, ["n": .real(0.9)], [:]), ("A", 3, ["n": .real(2)], [:]),
                ("A", 4, [:], [:]), ("A", 5, [:], [:]),
            ]
        ),
        Example(
            "filled values",
            StageExample(
                [Entity("A", attributes: [text])],
                [unique("A", [Attribute("t", .string)], by: ["t"])]
            ).filling("A.t", .literal("none")).settling("A", numbered("t")),
            texts("A", [1: "a", 2: nil, 3: nil, 4: "none"])
        ),
        Example(
            "the same for all, one stays",
            StageExample(
                [Entity("A", attributes: [text])],
                [unique("A", [text, Attribute("c", .string)], by: ["c"])]
            ).filling("A.c", .literal("none")).settling("A", keep(.first, "t")),
            texts("A", [1: "c", 2: "b", 3: nil])
        ),
        Example(
            "rows are numbered before some go",
            StageExample(
                [Entity("A", attributes: [text])],
                [unique("A", [text, Attribute("k", .int64)], by: ["t"])]
            ).filling("A.k", .generated(.rowNumber)).settling("A", keep(.newest)),
            texts("A", [1: "c", 2: "b", 3: "c", 5: "d"])
        ),
        Example(
            "two entities become one",
            StageExample(
                [
                    Entity("A", attributes: [text]), Entity("B", attributes: [text]),
                    Entity("T", relationships: [one("a", "A"), one("b", "B"), many("all", "B", isOrdered: true)]),
                ],
                [
                    unique("C", [text], by: ["t"]),
                    Entity("T", relationships: [one("a", "C"), one("b", "C"), many("all", "C", isOrdered: true)]),
                ]
            ).making("C", Mapping.Origin(["A", "B"])).settling("C", keep(.newest)),
            [
                ("A", 1, ["t": .text("x")], [:]), ("A", 2, ["t": .text("y")], [:]), ("B", 1, ["t": .text("y")], [:]),
                ("B", 4, ["t": .text("x")], [:]), ("B", 6, ["t": .text("x")], [:]),
                ("T", 1, [:], ["a": [1], "b": [1], "all": [6, 1, 4]]), ("T", 2, [:], ["a": [2], "all": [4]]),
            ]
        ),
        Example(
            "two entities become one, with numbers",
            StageExample(
                [Entity("A", attributes: [text]), Entity("B", attributes: [text])],
                [unique("C", [text], by: ["t"])]
            ).making("C", Mapping.Origin(["A"]), Mapping.Origin(["B"])).settling("C", numbered("t")),
            texts("A", [1: "x", 2: "x"]) + texts("B", [1: "x", 3: "y"])
        ),
        Example(
            "an entity made of another one",
            StageExample(
                [Entity("P", attributes: [text, number])],
                [
                    Entity("P", attributes: [number], relationships: [one("c", "C", "ps")]),
                    unique("C", [text], [many("ps", "P", "c")], by: ["t"]),
                ]
            ).making("C", Mapping.Origin(["P"], values: ["t": "$source.t"])).computing("P.c", "same(C)")
                .settling("C", keep(.first)),
            texts("P", [1: "x", 2: "y", 4: "x", 5: nil, 6: nil])
        ),
        Example(
            "an entity made of another one, found by its key",
            StageExample(
                [Entity("P", attributes: [text])],
                [
                    Entity("P", relationships: [one("c", "C", "ps")]),
                    unique("C", [text], [many("ps", "P", "c")], by: ["t"]),
                ]
            ).making("C", Mapping.Origin(["P"], values: ["t": "$source.t"]))
                .computing("P.c", "find(C, t == $source.t)").settling("C", keep(.first)),
            texts("P", [1: "x", 2: "y", 4: "x", 5: nil])
        ),
        Example(
            "an origin with a filter",
            StageExample(
                [
                    Entity("A", attributes: [text, number]),
                    Entity("T", relationships: [many("as", "A", isOrdered: true)]),
                ],
                [
                    unique("A", [text, number], by: ["t"]),
                    Entity("T", relationships: [many("as", "A", isOrdered: true)]),
                ]
            ).making("A", Mapping.Origin(["A"], where: "n > 1")).accepting("A").settling("A", keep(.first)),
            [
                ("A", 1, ["t": .text("x"), "n": .integer(1)], [:]), ("A", 2, ["t": .text("x"), "n": .integer(2)], [:]),
                ("A", 3, ["t": .text("x"), "n": .integer(3)], [:]), ("T", 1, [:], ["as": [3, 1, 2]]),
            ]
        ),
        Example(
            "elements that are not distinct",
            StageExample(
                [Entity("P", attributes: [text])],
                [
                    Entity("P", attributes: [text], relationships: [many("cs", "C", "p", isOrdered: true)]),
                    unique("C", [Attribute("name", .string)], [one("p", "P", "cs")], by: ["name"]),
                ]
            ).making(
                "C",
                Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each", "p": "$source"])
            ).settling("C", keep(.newest)),
            texts("P", [1: "a;b;a", 2: "b;c", 5: "a"])
        ),
        Example(
            "elements that are distinct in another way",
            StageExample(
                [Entity("P", attributes: [text])],
                [Entity("P", attributes: [text]), unique("C", [Attribute("name", .string)], by: ["name"])]
            ).making(
                "C",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    distinct: ["$each"],
                    values: ["name": "uppercase:($each)"]
                )
            ).settling("C", numbered("name")),
            texts("P", [1: "a;b;A", 2: "B;c", 5: "a"])
        ),
        Example(
            "objects that are distinct in another way",
            StageExample(
                [Entity("P", attributes: [text, number])],
                [
                    Entity("P", attributes: [number], relationships: [one("c", "C")]),
                    unique("C", [Attribute("name", .string)], by: ["name"]),
                ]
            ).making(
                "C",
                Mapping.Origin(["P"], distinct: ["$source.t"], values: ["name": "uppercase:($source.t)"])
            ).computing("P.c", "same(C)").settling("C", keep(.newest)),
            texts("P", [1: "a", 2: "A", 5: "a", 6: "b"])
        ),
        Example(
            "what is required is in the object that stays",
            StageExample(
                [Entity("A", attributes: [text], relationships: [one("b", "B")]), Entity("B")],
                [unique("A", [text], [.toOne("b", "B")], by: ["t"]), Entity("B")]
            ).requiring("A.b").settling("A", keep(.first)),
            [
                ("A", 1, ["t": .text("x")], [:]), ("A", 2, ["t": .text("x")], ["b": [1]]), ("B", 1, [:], [:]),
            ]
        ),
        Example(
            "assertions count what stays",
            StageExample([Entity("A", attributes: [text])], [unique("A", [text], by: ["t"])])
                .settling("A", keep(.first)).changed { $0.add(.assert("A.count + 2 == $old.A.count", "two go")) },
            texts("A", [1: "x", 2: "x", 3: "x", 4: "y"])
        ),
        Example(
            "assertions that do not hold for what stays",
            StageExample([Entity("A", attributes: [text])], [unique("A", [text], by: ["t"])])
                .settling("A", keep(.first)).changed { $0.add(.assert("A.count == $old.A.count", "none goes")) },
            texts("A", [1: "x", 2: "x", 3: "x", 4: "y"])
        ),
        Example(
            "a relationship becomes to-one as well",
            StageExample(
                [
                    Entity("A", attributes: [text], relationships: [many("bs", "B", "as", isOrdered: true)]),
                    Entity("B", relationships: [many("as", "A", "bs")]),
                ],
                [
                    unique(
                        "A",
                        [text],
                        [.toOne("b", "B", isOptional: true, inverse: "as", originalName: "bs")],
                        by: ["t"]
                    ), Entity("B", relationships: [many("as", "A", "b")]),
                ]
            ).choosing("A.b", .newest).settling("A", keep(.newest)),
            [
                ("A", 1, ["t": .text("x")], ["bs": [2, 1]]), ("A", 2, ["t": .text("x")], [:]),
                ("A", 3, ["t": .text("x")], ["bs": [3, 2]]), ("A", 4, ["t": .text("y")], [:]),
                ("A", 5, ["t": .text("y")], [:]), ("A", 6, ["t": .text("y")], ["bs": [1, 3]]),
                ("B", 1, [:], ["as": [1, 6]]), ("B", 2, [:], ["as": [1, 3]]), ("B", 3, [:], ["as": [3, 6]]),
            ]
        ),
        Example(
            "a list that had no order",
            StageExample(
                [Entity("A", attributes: [text], relationships: [many("bs", "B")]), Entity("B")],
                [unique("A", [text], [many("bs", "B", isOrdered: true)], by: ["t"]), Entity("B")]
            ).settling("A", keep(.newest)),
            [
                ("A", 1, ["t": .text("x")], ["bs": [1, 3]]), ("A", 2, ["t": .text("x")], ["bs": [2, 3]]),
                ("B", 1, [:], [:]), ("B", 2, [:], [:]), ("B", 3, [:], [:]),
            ]
        ),
        Example(
            "sub-entities become one entity",
            StageExample(
                [
                    OriginAgreementTests.abstract("A", [text], [one("up", "A", "down"), many("down", "A", "up")]),
                    Entity("S", parent: "A"), Entity("U", parent: "A"),
                ],
                [unique("F", [text], [one("up", "F", "down"), many("down", "F", "up")], by: ["t"])]
            ).making("F", Mapping.Origin(["A"])).settling("F", keep(.newest)),
            [
                ("S", 1, ["t": .text("x")], ["down": [3, 4]]), ("U", 2, ["t": .text("x")], [:]),
                ("U", 3, ["t": .text("y")], ["up": [1]]), ("S", 4, ["t": .text("x")], ["up": [1]]),
            ]
        ),
    ]
}
