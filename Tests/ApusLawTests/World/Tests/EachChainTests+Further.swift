import ApusMigration
import ApusSchema

extension EachChainTests {
    private static let tagged: [Entity] = [
        Entity("P", attributes: [number], relationships: [many("ts", "T", "ps")]),
        Entity("T", attributes: [text], relationships: [many("ps", "P", "ts")]),
    ]

    private static let x = Entity("X", attributes: [name], relationships: [one("p", "P"), one("t", "T")])

    private static let each = StageExample(tagged, tagged + [x]).making(
        "X",
        Mapping.Origin(["P"], each: "$source.ts", values: ["name": "$each.t", "p": "$source", "t": "$each"])
    )

    private static let tagging: OriginAgreementTests.Objects = [
        ("T", 1, ["t": .text("a")], ["ps": [2, 5]]), ("T", 2, ["t": .text("b")], ["ps": [5]]),
        ("T", 3, ["t": .null], ["ps": [2]]), ("T", 7, ["t": .text("a")], ["ps": [2, 6]]),
        ("P", 2, ["n": .integer(1)], ["ts": [1, 3, 7]]), ("P", 5, ["n": .integer(2)], ["ts": [1, 2]]),
        ("P", 6, ["n": .integer(3)], ["ts": [7]]),
    ]

    private static let listed: [Entity] = [
        Entity("P", attributes: [number], relationships: [many("ts", "T", "ps"), many("us", "T", isOrdered: true)]),
        tagged[1],
    ]

    static let further: [Example] = [
        Example(
            "each of a relationship of which objects went before",
            [
                StageExample(tagged, tagged).making("T", Mapping.Origin(["T"], where: "t != NIL")).accepting("T"), each,
            ],
            tagging
        ),
        Example(
            "each of a relationship whose owners went before",
            [
                StageExample(tagged, tagged).making("P", Mapping.Origin(["P"], where: "n > 1")).accepting("P"), each,
            ],
            tagging
        ),
        Example(
            "values of elements that were computed before",
            [StageExample(tagged, tagged).computing("T.t", "ifNull($source.t, '') + '!'"), each],
            tagging
        ),
        Example(
            "each of objects that were moved before",
            [
                StageExample(
                    [
                        tagged[0], Entity("S", attributes: [text], relationships: [many("ps", "P", "ts")]),
                        Entity("Q", attributes: [text]),
                    ]
                    .destination("S"),
                    tagged
                ).making("T", Mapping.Origin(["Q"]), Mapping.Origin(["S"])),
                each,
            ],
            tagging.map { ($0 == "T" ? "S" : $0, $1, $2, $3) } + [("Q", 4, ["t": .text("q")], [:])]
        ),
        Example(
            "a path through objects that are made before",
            [
                each,
                StageExample(
                    tagged + [x],
                    [
                        Entity(
                            "P",
                            attributes: [number],
                            relationships: [many("ts", "T", "ps"), many("xs", "X", "p")]
                        ), tagged[1],
                    ]
                        + [Entity("X", attributes: [name], relationships: [one("p", "P", "xs"), one("t", "T")])]
                ),
                StageExample(
                    [
                        Entity(
                            "P",
                            attributes: [number],
                            relationships: [many("ts", "T", "ps"), many("xs", "X", "p")]
                        ), tagged[1],
                    ]
                        + [Entity("X", attributes: [name], relationships: [one("p", "P", "xs"), one("t", "T")])],
                    listed
                ).computing("P.us", "$source.xs.t").accepting("X"),
            ],
            tagging
        ),
        Example(
            "a computed relationship whose objects go after",
            [
                StageExample(tagged, listed).computing("P.us", "$source.ts"),
                StageExample(listed, listed).making("T", Mapping.Origin(["T"], where: "t == 'a'")).accepting("T"),
            ],
            tagging
        ),
        Example(
            "a computed relationship is renamed, turned and read after",
            [
                StageExample(tagged, listed).computing("P.us", "each($source.ts, $each)"),
                StageExample(
                    listed,
                    [Entity("P", attributes: [number], relationships: [many("ts", "T", "ps"), renamedUs]), tagged[1]]
                ),
                StageExample(
                    [Entity("P", attributes: [number], relationships: [many("ts", "T", "ps"), renamedUs]), tagged[1]],
                    [
                        Entity(
                            "P",
                            attributes: [number],
                            relationships: [many("ts", "T", "ps"), many("vs", "T", isOrdered: true)]
                        ), tagged[1],
                    ]
                        + [Entity("X", attributes: [name], relationships: [one("p", "P"), one("t", "T")])]
                ).making(
                    "X",
                    Mapping.Origin(
                        ["P"],
                        each: "$source.vs",
                        distinct: ["$each.t"],
                        values: ["name": "$each.t", "p": "$source", "t": "$each"]
                    )
                ),
            ],
            tagging
        ),
        Example(
            "a computed relationship becomes to-one",
            [
                StageExample(tagged, listed).computing("P.us", "$source.ts"),
                StageExample(
                    listed,
                    [Entity("P", attributes: [number], relationships: [many("ts", "T", "ps"), oneUs]), tagged[1]]
                )
                .choosing("P.us", .newest),
            ],
            tagging
        ),
        Example(
            "identities after elements, of elements again",
            [
                StageExample([p], [p, t]).making("T", origin()),
                StageExample([p, t], [p, t]).making("T", Mapping.Origin(["T"]), origin()),
                StageExample([p, t], [p, t]).making("T", Mapping.Origin(["T"]), origin()),
            ],
            posts.map { ($0, $1, $1 == 8 ? ["t": .text("a;d")] : $2, $3) }
        ),
        Example(
            "elements are split again and again",
            [
                StageExample([p], [p, Entity("Q", attributes: [text], relationships: [one("p", "P")])]).making(
                    "Q",
                    Mapping.Origin(["P"], each: "split($source.t, 'b')", values: ["t": "$each", "p": "$source"])
                ),
                StageExample(
                    [p, Entity("Q", attributes: [text], relationships: [one("p", "P")])],
                    [p, Entity("T", attributes: [required], relationships: [many("ps", "P"), one("p", "P")])]
                ).making(
                    "T",
                    Mapping.Origin(
                        ["Q"],
                        each: "split($source.t, ';')",
                        distinct: ["$each"],
                        values: ["name": "$each", "p": "$source.p", "ps": "$source.p"]
                    )
                ).accepting("Q"),
            ],
            posts
        ),
        Example(
            "an array is computed, and becomes objects",
            [
                StageExample([p], [p]).computing("P.t", "'[\"' + ifNull($source.t, '') + '\", 3, null]'"),
                StageExample([p], [p, Entity("T", attributes: [name])])
                    .making("T", Mapping.Origin(["P"], each: "elements($source.t)", values: ["name": "$each"])),
                StageExample([p, Entity("T", attributes: [name])], [p, Entity("T", attributes: [required])])
                    .filling("T.name", .literal("none")),
            ],
            posts
        ),
    ]

    private static var renamedUs: Relationship {
        var relationship: Relationship = many("vs", "T", isOrdered: true)
        relationship.originalName = "us"
        return relationship
    }

    private static var oneUs: Relationship { one("us", "T") }
}

extension [Entity] {
    /// The same with relationships to 'T' that lead to another entity.
    fileprivate func destination(_ name: String) -> [Entity] {
        map { one in
            var one: Entity = one
            for index in one.relationships.indices where one.relationships[index].destination == "T" {
                one.relationships[index].destination = name
            }
            return one
        }
    }
}
