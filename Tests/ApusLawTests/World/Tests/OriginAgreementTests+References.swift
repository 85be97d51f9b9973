import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    // MARK: References

    /// Objects that several fit, in a branch that is not chosen, or in one that is.
    static let branches: [Example] = [0, 1].flatMap { kind -> [Example] in
        let texts = [
            "TERNARY($source.n > 5, find(Z, n == $source.n), NIL)",
            "TERNARY($source.n < 5, NIL, find(Z, n == $source.n))",
            "ifNull(TERNARY($source.n > 5, find(Z, n == $source.n), NIL), NIL)",
        ]
        return texts.map { text in
            Example(
                "\(text), \(kind)",
                StageExample(
                    [Entity("Z", attributes: [number]), Entity("T", attributes: [number])],
                    [
                        Entity("Z", attributes: [number]),
                        Entity("T", attributes: [number], relationships: [one("z", "Z")]),
                    ]
                ).computing("T.z", text),
                integers("Z", [1: 1, 2: 1, 3: 7, 4: 8]) + integers("T", [1: kind == 0 ? 1 : 8, 2: 7, 3: nil, 4: 1])
                    + (kind == 0 ? [] : integers("Z", [5: 8]))
            )
        }
    }

    static let references: [Example] =
        branches + [
            Example(
                "a list to merged entities",
                StageExample(
                    [
                        Entity("Z"), Entity("A"),
                        Entity("T", relationships: [one("a", "A"), many("all", "A", isOrdered: true)]),
                    ],
                    [Entity("Z"), Entity("T", relationships: [one("a", "Z"), many("all", "Z", isOrdered: true)])]
                ).making("Z", Mapping.Origin(["Z"]), Mapping.Origin(["A"])),
                [
                    ("Z", 5, [:], [:]), ("A", 1, [:], [:]), ("A", 2, [:], [:]),
                    ("T", 1, [:], ["a": [2], "all": [2, 1]]),
                ]
            ),
            Example(
                "a pair to merged entities, renamed",
                StageExample(
                    [
                        Entity("Z"), Entity("A", relationships: [many("ts", "T", "a", isOrdered: true)]),
                        Entity("T", relationships: [one("a", "A", "ts")]),
                    ],
                    [
                        Entity("Z", relationships: [many("ts", "T", "z", isOrdered: true)]),
                        Entity(
                            "T",
                            relationships: [.toOne("z", "Z", isOptional: true, inverse: "ts", originalName: "a")]
                        ),
                    ]
                ).making("Z", Mapping.Origin(["Z", "A"])),
                [
                    ("Z", 5, [:], [:]), ("A", 1, [:], ["ts": [3, 1]]), ("T", 1, [:], ["a": [1]]),
                    ("T", 3, [:], ["a": [1]]),
                ]
            ),
            Example(
                "many to many, both moved",
                StageExample(
                    [
                        Entity("Z"), Entity("Q"), Entity("A", relationships: [many("ts", "T", "as", isOrdered: true)]),
                        Entity("T", relationships: [many("as", "A", "ts", isOrdered: true)]),
                    ],
                    [
                        Entity("Z", relationships: [many("ts", "Q", "as", isOrdered: true)]),
                        Entity("Q", relationships: [many("as", "Z", "ts", isOrdered: true)]),
                    ]
                ).making("Z", Mapping.Origin(["Z", "A"])).making("Q", Mapping.Origin(["Q", "T"])),
                [
                    ("Z", 5, [:], [:]), ("Q", 7, [:], [:]), ("A", 1, [:], ["ts": [3, 1]]), ("A", 2, [:], ["ts": [1]]),
                    ("T", 1, [:], ["as": [2, 1]]), ("T", 3, [:], ["as": [1]]),
                ]
            ),
            Example(
                "an entity's references to itself",
                StageExample(
                    [
                        Entity("Z"),
                        Entity(
                            "A",
                            relationships: [many("fs", "A", "fs"), one("up", "A", "down"), many("down", "A", "up")]
                        ),
                    ],
                    [
                        Entity(
                            "Z",
                            relationships: [many("fs", "Z", "fs"), one("up", "Z", "down"), many("down", "Z", "up")]
                        )
                    ]
                ).making("Z", Mapping.Origin(["Z", "A"])),
                [
                    ("Z", 5, [:], [:]), ("A", 1, [:], ["fs": [1, 2], "up": [2]]),
                    ("A", 2, [:], ["fs": [1], "down": [1]]),
                ]
            ),
            Example(
                "two homes",
                StageExample(
                    [Entity("A", attributes: [text], relationships: [one("c", "C")]), Entity("C")],
                    [
                        Entity("A", relationships: [one("home", "B", "a"), one("work", "B")]), Entity("C"),
                        Entity("B", attributes: [text], relationships: [one("a", "A", "home"), one("c", "C")]),
                    ]
                ).making(
                    "B",
                    Mapping.Origin(["A"], where: "t != nil", as: "h"),
                    Mapping.Origin(["A"], values: ["t": "'w'"], as: "w")
                ).computing("A.home", "same(h)").computing("A.work", "ifNull(same(h), same(w))"),
                [
                    ("A", 1, ["t": .text("x")], ["c": [1]]), ("A", 2, [:], ["c": [1]]), ("C", 1, [:], [:]),
                ]
            ),
            Example(
                "a reference to one of two homes",
                StageExample(
                    [Entity("A"), Entity("T", relationships: [one("a", "A")])],
                    [Entity("B"), Entity("T", relationships: [one("a", "B")])]
                ).making("B", Mapping.Origin(["A"]), Mapping.Origin(["A"])),
                [("A", 1, [:], [:]), ("T", 1, [:], ["a": [1]])]
            ),
            Example(
                "a reference to what a condition left out",
                StageExample(
                    [Entity("A", attributes: [number]), Entity("T", relationships: [one("a", "A")])],
                    [Entity("A", attributes: [number]), Entity("B"), Entity("T", relationships: [one("a", "B")])]
                ).making("B", Mapping.Origin(["A"], where: "n > 1")),
                integers("A", [1: 1, 2: 2]) + [("T", 1, [:], ["a": [1]]), ("T", 2, [:], ["a": [2]])]
            ),
            Example(
                "a replaced relationship, accepted at the inverse",
                StageExample(
                    [
                        Entity("A", relationships: [one("b", "B", "as"), one("c", "B")]),
                        Entity("B", relationships: [many("as", "A", "b")]),
                    ],
                    [
                        Entity("A", relationships: [one("b", "B", "as")]),
                        Entity("B", relationships: [many("as", "A", "b")]),
                    ]
                ).computing("A.b", "$source.c").accepting("B.as"),
                [("A", 1, [:], ["b": [1], "c": [2]]), ("B", 1, [:], ["as": [1]]), ("B", 2, [:], [:])]
            ),
            Example(
                "a relationship that is kept by an expression, with a list",
                StageExample(
                    [
                        Entity("A", relationships: [one("b", "B", "as")]),
                        Entity("B", relationships: [many("as", "A", "b", isOrdered: true)]),
                    ],
                    [
                        Entity("A", relationships: [one("b", "B", "as")]),
                        Entity("B", relationships: [many("as", "A", "b", isOrdered: true)]),
                    ]
                ).computing("A.b", "ifNull($source.b, nil)"),
                [("A", 1, [:], ["b": [1]]), ("A", 2, [:], ["b": [1]]), ("B", 1, [:], ["as": [2, 1]])]
            ),
            Example(
                "a replaced relationship, not accepted",
                StageExample(
                    [Entity("A", relationships: [one("b", "B"), one("c", "B")]), Entity("B")],
                    [Entity("A", relationships: [one("b", "B"), one("c", "B")]), Entity("B")]
                ).computing("A.b", "$source.c"),
                []
            ),
            Example(
                "a longer path",
                StageExample(
                    [
                        Entity("A", relationships: [one("b", "B")]), Entity("B", relationships: [one("c", "C")]),
                        Entity("C"),
                    ],
                    [
                        Entity("A", relationships: [one("b", "B"), one("d", "D")]),
                        Entity("B", relationships: [one("c", "D")]), Entity("D"),
                    ]
                ).making("D", Mapping.Origin(["C"])).computing("A.d", "$source.b.c"),
                [("A", 1, [:], ["b": [2]]), ("B", 2, [:], ["c": [3]]), ("C", 3, [:], [:])]
            ),
            Example(
                "a condition",
                StageExample(
                    [Entity("A", attributes: [number], relationships: [one("b", "B")]), Entity("B")],
                    [Entity("A", attributes: [number], relationships: [one("b", "B"), one("d", "B")]), Entity("B")]
                ).computing("A.d", "TERNARY(n > 1, $source.b, nil)"),
                [
                    ("A", 1, ["n": .integer(1)], ["b": [2]]), ("A", 2, ["n": .integer(2)], ["b": [2]]),
                    ("B", 2, [:], [:]),
                ]
            ),
            Example(
                "an inverse to-one of several",
                StageExample(
                    [Entity("A", relationships: [one("b", "B")]), Entity("B")],
                    [
                        Entity("A", relationships: [one("b", "B"), one("d", "B", "a")]),
                        Entity("B", relationships: [one("a", "A", "d")]),
                    ]
                ).computing("A.d", "$source.b"),
                [("A", 1, [:], ["b": [2]]), ("A", 2, [:], ["b": [2]]), ("B", 2, [:], [:])]
            ),
            Example(
                "an inverse to-one of several, chosen",
                StageExample(
                    [Entity("A", relationships: [one("b", "B")]), Entity("B")],
                    [
                        Entity("A", relationships: [one("b", "B"), one("d", "B", "a")]),
                        Entity("B", relationships: [one("a", "A", "d")]),
                    ]
                ).computing("A.d", "$source.b").choosing("B.a", .newest),
                [("A", 1, [:], ["b": [2]]), ("A", 2, [:], ["b": [2]]), ("B", 2, [:], [:])]
            ),
            Example(
                "an object's own, and its inverse",
                StageExample(
                    [Entity("A")],
                    [
                        Entity("A", relationships: [one("b", "B", "a")]),
                        Entity("B", relationships: [one("a", "A", "b")]),
                    ]
                ).making("B", Mapping.Origin(["A"], values: ["a": "$source"])),
                [("A", 1, [:], [:]), ("A", 2, [:], [:])]
            ),
            Example(
                "a required relationship, always there",
                StageExample(
                    [Entity("A")],
                    [Entity("A", relationships: [.toOne("b", "B")]), Entity("B")]
                ).making("B", Mapping.Origin(["A"])).computing("A.b", "same(B)"),
                [("A", 1, [:], [:]), ("A", 2, [:], [:])]
            ),
            Example(
                "a required relationship, always there, required",
                StageExample(
                    [Entity("A")],
                    [Entity("A", relationships: [.toOne("b", "B")]), Entity("B")]
                ).making("B", Mapping.Origin(["A"])).computing("A.b", "same(B)").requiring("A.b"),
                [("A", 1, [:], [:]), ("A", 2, [:], [:])]
            ),
            Example(
                "routed",
                StageExample(
                    [
                        Entity("A", attributes: [number], relationships: [many("ts", "T", "a", isOrdered: true)]),
                        Entity("T", relationships: [one("a", "A", "ts")]),
                    ],
                    [
                        abstract("R", [number], [many("ts", "T", "a", isOrdered: true)]), Entity("X", parent: "R"),
                        Entity("Y", parent: "R"), Entity("T", relationships: [one("a", "R", "ts")]),
                    ]
                ).making("X", Mapping.Origin(["A"], where: "n > 1")).making(
                    "Y",
                    Mapping.Origin(["A"], where: "NOT n > 1")
                ),
                [
                    ("A", 1, ["n": .integer(1)], ["ts": [2, 1]]), ("A", 2, ["n": .integer(2)], ["ts": [3]]),
                    ("A", 3, [:], ["ts": [4]]), ("T", 1, [:], ["a": [1]]), ("T", 2, [:], ["a": [1]]),
                    ("T", 3, [:], ["a": [2]]), ("T", 4, [:], ["a": [3]]),
                ]
            ),
        ]

    /// References between objects that are all made: in the same way at each of both ends.
    static func pair(_ one: Relationship, _ other: Relationship?, isFarMoved: Bool = true) -> StageExample {
        func moved(_ relationship: Relationship, _ destination: String) -> Relationship {
            var copy: Relationship = relationship
            copy.destination = destination
            return copy
        }
        let far: String = isFarMoved ? "Q" : "T"
        let others: [Relationship] = other.map { [$0] } ?? []
        let stage = StageExample(
            [Entity("Z"), Entity("Q"), Entity("A", relationships: [one]), Entity("T", relationships: others)],
            [
                Entity("Z", relationships: [moved(one, far)]),
                Entity("Q", relationships: isFarMoved ? others.map { moved($0, "Z") } : []),
            ] + (isFarMoved ? [] : [Entity("T", relationships: others.map { moved($0, "Z") })])
        ).making("Z", Mapping.Origin(["Z", "A"]))
        return isFarMoved ? stage.making("Q", Mapping.Origin(["Q", "T"])) : stage
    }

    static func ends(_ one: [Int64], _ other: [Int64]) -> Objects {
        [
            ("Z", 5, [:], [:]), ("Q", 7, [:], [:]), ("A", 1, [:], ["r": one]),
            ("T", 1, [:], other.isEmpty ? [:] : ["s": other]),
        ]
    }

    static let pairs: [Example] = [
        Example("to-one, one way", pair(one("r", "T"), nil), ends([1], [])),
        Example("to-many, one way", pair(many("r", "T"), nil), ends([1], [])),
        Example("to-one, to-many", pair(one("r", "T", "s"), many("s", "A", "r")), ends([1], [1])),
        Example("to-many, to-one", pair(many("r", "T", "s"), one("s", "A", "r")), ends([1], [1])),
        Example("to-one, to-one", pair(one("r", "T", "s"), one("s", "A", "r")), ends([1], [1])),
        Example("many to many", pair(many("r", "T", "s"), many("s", "A", "r")), ends([1], [1])),
        Example("to-one, one way, near", pair(one("r", "T"), nil, isFarMoved: false), ends([1], [])),
        Example("to-many, one way, near", pair(many("r", "T"), nil, isFarMoved: false), ends([1], [])),
        Example(
            "to-one, to-many, near",
            pair(one("r", "T", "s"), many("s", "A", "r"), isFarMoved: false),
            ends([1], [1])
        ),
        Example(
            "to-many, to-one, near",
            pair(many("r", "T", "s"), one("s", "A", "r"), isFarMoved: false),
            ends([1], [1])
        ),
        Example(
            "many to many, near",
            pair(many("r", "T", "s"), many("s", "A", "r"), isFarMoved: false),
            ends([1], [1])
        ),
    ]
}
