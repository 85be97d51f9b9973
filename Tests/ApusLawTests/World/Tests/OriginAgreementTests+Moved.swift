import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    // MARK: References that move to parts

    static let moved: [Example] = [
        Example(
            "a sub-entity leaves what gets a relationship",
            StageExample(
                [Entity("A", attributes: [text]), Entity("C", parent: "A")],
                [
                    Entity("A", relationships: [one("p", "P", "as")]), Entity("C", attributes: [text]),
                    Entity("P", attributes: [text], relationships: [many("as", "A", "p")]),
                ]
            ).making("P", Mapping.Origin(["A"], where: "t != nil")).computing("A.p", "same(P)"),
            [("A", 1, ["t": .text("x")], [:]), ("C", 2, ["t": .text("y")], [:])]
        ),
        Example(
            "a to-many relationship moves to a part",
            StageExample(
                [
                    Entity("A", attributes: [number], relationships: [many("ts", "T", "a", isOrdered: true)]),
                    Entity("T", relationships: [one("a", "A", "ts")]),
                ],
                [
                    Entity("A", attributes: [number]),
                    Entity("B", relationships: [many("ts", "T", "a", isOrdered: true)]),
                    Entity("T", relationships: [one("a", "B", "ts")]),
                ]
            ).making("B", Mapping.Origin(["A"])),
            [
                ("A", 1, [:], ["ts": [2, 1]]), ("A", 2, [:], [:]), ("T", 1, [:], ["a": [1]]),
                ("T", 2, [:], ["a": [1]]),
            ]
        ),
        Example(
            "a to-many relationship moves to a part of some",
            StageExample(
                [
                    Entity("A", attributes: [number], relationships: [many("ts", "T", "a")]),
                    Entity("T", relationships: [one("a", "A", "ts")]),
                ],
                [
                    Entity("A", attributes: [number]),
                    Entity("B", relationships: [many("ts", "T", "a")]),
                    Entity("T", relationships: [one("a", "B", "ts")]),
                ]
            ).making("B", Mapping.Origin(["A"], where: "n > 1")),
            [
                ("A", 1, ["n": .integer(1)], ["ts": [1]]), ("A", 2, ["n": .integer(2)], ["ts": [2]]),
                ("T", 1, [:], ["a": [1]]), ("T", 2, [:], ["a": [2]]),
            ]
        ),
        Example(
            "many-to-many moves to a part",
            StageExample(
                [
                    Entity("A", relationships: [many("ts", "T", "as")]),
                    Entity("T", relationships: [many("as", "A", "ts", isOrdered: true)]),
                ],
                [
                    Entity("A"), Entity("B", relationships: [many("ts", "T", "as")]),
                    Entity("T", relationships: [many("as", "B", "ts", isOrdered: true)]),
                ]
            ).making("B", Mapping.Origin(["A"])),
            [
                ("A", 1, [:], ["ts": [1, 2]]), ("A", 2, [:], ["ts": [1]]), ("T", 1, [:], ["as": [2, 1]]),
                ("T", 2, [:], ["as": [1]]),
            ]
        ),
        Example(
            "one-to-one moves to a part",
            StageExample(
                [
                    Entity("A", attributes: [text], relationships: [one("c", "C", "a")]),
                    Entity("C", relationships: [one("a", "A", "c")]),
                ],
                [
                    Entity("A", attributes: [text]), Entity("B", relationships: [one("c", "C", "b")]),
                    Entity("C", relationships: [renamed(one("b", "B", "c"), "a")]),
                ]
            ).making("B", Mapping.Origin(["A"])),
            [("A", 1, [:], ["c": [1]]), ("A", 2, [:], [:]), ("C", 1, [:], ["a": [1]])]
        ),
        Example(
            "a reference to itself moves to a part",
            StageExample(
                [Entity("A", relationships: [one("boss", "A", "staff"), many("staff", "A", "boss")])],
                [Entity("A"), Entity("B", relationships: [one("boss", "B", "staff"), many("staff", "B", "boss")])]
            ).making("B", Mapping.Origin(["A"])),
            [("A", 1, [:], ["staff": [2, 3]]), ("A", 2, [:], ["boss": [1]]), ("A", 3, [:], ["boss": [1]])]
        ),
        Example(
            "a reference to itself moves to a part at one end",
            StageExample(
                [Entity("A", relationships: [one("boss", "A")])],
                [Entity("A"), Entity("B", relationships: [one("boss", "A")])]
            ).making("B", Mapping.Origin(["A"])),
            [("A", 1, [:], [:]), ("A", 2, [:], ["boss": [1]]), ("A", 3, [:], ["boss": [2]])]
        ),
        Example(
            "copies have the references of the first",
            StageExample(
                [
                    Entity("A", relationships: [one("c", "C", "as")]),
                    Entity("C", relationships: [many("as", "A", "c")]),
                ],
                [
                    Entity("A"), Entity("B", relationships: [one("c", "C", "as")]),
                    Entity("C", relationships: [many("as", "B", "c")]),
                ]
            ).making("B", Mapping.Origin(["A"]), Mapping.Origin(["A"])),
            [("A", 1, [:], ["c": [1]]), ("A", 2, [:], [:]), ("C", 1, [:], ["as": [1]])]
        ),
        Example(
            "a relationship that an expression takes to another",
            StageExample(
                [Entity("A", relationships: [one("b", "B"), one("c", "B")]), Entity("B")],
                [Entity("A", relationships: [one("d", "B")]), Entity("B")]
            ).computing("A.d", "ifNull($source.b, $source.c)").accepting("A.c"),
            [
                ("A", 1, [:], ["b": [1], "c": [2]]), ("A", 2, [:], ["c": [2]]), ("B", 1, [:], [:]),
                ("B", 2, [:], [:]),
            ]
        ),
    ]

    static func renamed(_ relationship: Relationship, _ name: String) -> Relationship {
        var copy = relationship
        copy.originalName = name
        return copy
    }
}
