import ApusMigration
import ApusSchema
import Testing

extension OriginAgreementTests {
    // MARK: Names that change hands

    /// Computed properties of the name that an older one had, which has another name now.
    static let namesTaken: [Example] = [
        Example(
            "an origin's value for an attribute that continues another, which is named after it",
            StageExample(
                [Entity("B", attributes: [text])],
                [
                    Entity(
                        "F",
                        attributes: [
                            attribute("kind", originalName: "t"), attribute("t", originalName: "kind"),
                        ]
                    )
                ]
            ).making("F", Mapping.Origin(["B"], values: ["kind": "'b'"])).accepting("B.t"),
            [("B", 1, ["t": .text("x")], [:])]
        ),
        Example(
            "a computed relationship under the name of one that was renamed",
            StageExample(
                [
                    Entity("P"),
                    Entity("T", attributes: [number], relationships: [one("guide", "P"), one("owner", "P")]),
                ],
                [
                    Entity("P"),
                    Entity(
                        "T",
                        attributes: [number],
                        relationships: [
                            .toOne("leader", "P", isOptional: true, originalName: "guide"), one("owner", "P"),
                            one("guide", "P"),
                        ]
                    ),
                ]
            ).computing("T.guide", "$source.owner"),
            guided
        ),
        Example(
            "a computed relationship under the name of a to-many one that was renamed",
            StageExample(
                [
                    Entity("P"),
                    Entity("T", attributes: [number], relationships: [many("guide", "P"), one("owner", "P")]),
                ],
                [
                    Entity("P"),
                    Entity(
                        "T",
                        attributes: [number],
                        relationships: [
                            .toMany("leaders", "P", originalName: "guide"), one("owner", "P"), one("guide", "P"),
                        ]
                    ),
                ]
            ).computing("T.guide", "$source.owner"),
            guided
        ),
        Example(
            "a computed relationship under the name of an attribute that was renamed",
            StageExample(
                [Entity("P", attributes: [text]), Entity("T", attributes: [attribute("guide")])],
                [
                    Entity("P", attributes: [text]),
                    Entity(
                        "T",
                        attributes: [attribute("guideName", originalName: "guide")],
                        relationships: [one("guide", "P")]
                    ),
                ]
            ).computing("T.guide", "find(P, t == $source.guide)"),
            [
                ("P", 1, ["t": .text("x")], [:]), ("T", 1, ["guide": .text("x")], [:]),
                ("T", 2, ["guide": .text("y")], [:]),
            ]
        ),
        Example(
            "the inverse of a computed relationship under the name of one that was renamed",
            StageExample(
                [
                    Entity("P", relationships: [one("guide", "P")]),
                    Entity("T", attributes: [number], relationships: [one("owner", "P")]),
                ],
                [
                    Entity(
                        "P",
                        relationships: [
                            .toOne("leader", "P", isOptional: true, originalName: "guide"), many("guide", "T", "by"),
                        ]
                    ),
                    Entity(
                        "T",
                        attributes: [number],
                        relationships: [one("owner", "P"), one("by", "P", "guide")]
                    ),
                ]
            ).computing("T.by", "$source.owner"),
            [("P", 1, [:], [:]), ("P", 2, [:], ["guide": [1]]), ("T", 1, [:], ["owner": [2]])]
        ),
        Example(
            "a value of an origin under the name of an attribute that was renamed",
            StageExample(
                [Entity("T", attributes: [attribute("title"), number])],
                [Entity("T", attributes: [attribute("name", originalName: "title"), attribute("title"), number])]
            ).making("T", Mapping.Origin(["T"], where: "n > 0", values: ["title": "'new'"])).accepting("T"),
            [("T", 1, ["title": .text("x"), "n": .integer(1)], [:]), ("T", 2, ["title": .text("y")], [:])]
        ),
    ]

    /// New entities of the name that an older one had, or of a removed one.
    static let entityNamesTaken: [Example] = [
        Example(
            "a part under the name of an entity that was renamed",
            StageExample(
                [
                    Entity("T", attributes: [number], relationships: [one("p", "P", "ts")]),
                    Entity("P", attributes: [text], relationships: [many("ts", "T", "p")]),
                ],
                [
                    Entity("U", originalName: "T", attributes: [number], relationships: [one("p", "P", "ts")]),
                    Entity("P", relationships: [many("ts", "U", "p"), one("part", "T", "whole")]),
                    Entity("T", attributes: [text], relationships: [one("whole", "P", "part")]),
                ]
            ).making("T", Mapping.Origin(["P"], where: "t != nil")).computing("P.part", "same(T)"),
            [
                ("P", 1, ["t": .text("x")], ["ts": [1]]), ("P", 2, [:], [:]),
                ("T", 1, ["n": .integer(1)], ["p": [1]]), ("T", 2, ["n": .integer(2)], [:]),
            ]
        ),
        Example(
            "a root under the name of an entity that was renamed, above the parts of another one",
            StageExample(
                [Entity("T", attributes: [number]), Entity("P", attributes: [number])],
                [
                    Entity("U", originalName: "T", attributes: [number]), abstract("T", [number]),
                    Entity("A", parent: "T"), Entity("B", parent: "T"),
                ]
            ).making("A", Mapping.Origin(["P"], where: "n == 1"))
                .making("B", Mapping.Origin(["P"], where: "n != 1 OR n == NIL")),
            integers("P", [1: 1, 2: 0, 3: nil]) + integers("T", [1: 5])
        ),
        Example(
            "a part under the name of an entity that is given up, with references",
            StageExample(
                [
                    Entity("T", attributes: [number], relationships: [one("p", "P", "ts")]),
                    Entity("P", attributes: [text], relationships: [many("ts", "T", "p")]),
                ],
                [Entity("P", relationships: [many("ts", "T")]), Entity("T", attributes: [text])]
            ).making("T", Mapping.Origin(["P"], where: "t != nil")).accepting("T"),
            [
                ("P", 1, ["t": .text("x")], ["ts": [1]]), ("P", 2, [:], [:]),
                ("T", 1, ["n": .integer(1)], ["p": [1]]), ("T", 2, ["n": .integer(2)], [:]),
            ]
        ),
    ]

    private static let guided: Objects = [
        ("P", 1, [:], [:]), ("P", 2, [:], [:]), ("T", 1, [:], ["guide": [1], "owner": [2]]),
        ("T", 2, [:], ["guide": [1]]), ("T", 3, [:], ["owner": [1]]),
    ]

    private static func attribute(_ name: String, originalName: String? = nil) -> Attribute {
        Attribute(name, .string, isOptional: true, originalName: originalName)
    }

    // MARK: Identities and inherited lines

    static let inserted: [Example] = [
        Example(
            "a line that reads what only one of two merged entities has",
            StageExample(
                [Entity("A"), Entity("B", attributes: [number])],
                [Entity("B", attributes: [Attribute("m", .int64, isOptional: true)])]
            ).making("B", Mapping.Origin(["A"]), Mapping.Origin(["B"])).computing("B.m", "$source.n"),
            [("A", 1, [:], [:]), ("B", 2, ["n": .integer(1)], [:])]
        ),
        Example(
            "objects merge into an entity below a new abstract one, and its own keep their identities",
            StageExample(
                [Entity("A"), Entity("B", attributes: [number])],
                [abstract("R"), Entity("B", parent: "R", attributes: [number])]
            ).making("B", Mapping.Origin(["A"]), Mapping.Origin(["B"])),
            [("A", 9, [:], [:]), ("B", 17, ["n": .integer(1)], [:])]
        ),
        Example(
            "a line about a relationship that an entity inherits whose objects are lost",
            StageExample(
                [Entity("P", attributes: [text]), Entity("T", attributes: [text]), Entity("S", attributes: [number])],
                [
                    Entity("P", attributes: [text]),
                    Entity("T", attributes: [text], relationships: [one("p", "P")]),
                    Entity("S", parent: "T", attributes: [number]),
                ]
            ).computing("T.p", "find(P, t == $source.t)").accepting("S"),
            [
                ("P", 1, ["t": .text("x")], [:]), ("T", 1, ["t": .text("x")], [:]),
                ("S", 1, ["n": .integer(1)], [:]),
            ]
        ),
    ]
}
