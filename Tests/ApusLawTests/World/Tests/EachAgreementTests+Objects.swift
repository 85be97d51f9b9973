import ApusMigration
import ApusSchema

extension EachAgreementTests {
    // MARK: To-many relationships

    /// An origin of the objects of 'P.ts', with a name and their number.
    static func each(
        _ older: [Entity],
        _ newer: [Entity]? = nil,
        where condition: String? = nil,
        distinct: [String] = [],
        _ values: [String: String] = ["name": "$each.t"]
    ) -> StageExample {
        StageExample(older, (newer ?? older) + [Entity("X", attributes: [name, number])])
            .making(
                "X",
                Mapping.Origin(["P"], each: "$source.ts", where: condition, distinct: distinct, values: values)
            )
    }

    static let tags: Objects = [
        ("T", 1, ["t": .text("a")], [:]), ("T", 2, ["t": .text("b")], [:]), ("T", 3, ["t": .null], [:]),
        ("T", 7, ["t": .text("a")], [:]),
    ]

    static func pair(_ relationship: Relationship, _ back: Relationship?) -> [Entity] {
        [
            Entity("P", attributes: [number], relationships: [relationship]),
            Entity("T", attributes: [text], relationships: back.map { [$0] } ?? []),
        ]
    }

    static let objects: [Example] = [
        Example(
            "each of a many-to-many relationship",
            each(pair(many("ts", "T", "ps"), many("ps", "P", "ts"))),
            tags + [("P", 2, [:], ["ts": [1, 3, 7]]), ("P", 5, [:], ["ts": [1, 2]]), ("P", 9, [:], [:])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "each of a to-many relationship whose inverse is to-one",
            each(pair(many("ts", "T", "p"), one("p", "P", "ts"))),
            tags + [("P", 2, [:], ["ts": [3, 7]]), ("P", 5, [:], ["ts": [1, 2]]), ("P", 9, [:], [:])]
        ).backed("ts", "P", "p", "T"),
        Example(
            "each of a one-way relationship",
            each(pair(many("ts", "T"), nil)),
            tags + [("P", 2, [:], ["ts": [1, 3, 7]]), ("P", 5, [:], ["ts": [1, 2]])]
        ),
        Example(
            "each of an ordered relationship",
            each(pair(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts"))),
            tags + [("P", 2, [:], ["ts": [7, 1, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "each of an ordered one-way relationship",
            each(pair(many("ts", "T", isOrdered: true), nil)),
            tags + [("P", 2, [:], ["ts": [7, 1, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ),
        Example(
            "each of an ordered relationship whose inverse is to-one",
            each(pair(many("ts", "T", "p", isOrdered: true), one("p", "P", "ts"))),
            tags + [("P", 2, [:], ["ts": [7, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ).backed("ts", "P", "p", "T"),
        Example(
            "each of the inverse of an ordered relationship",
            each(pair(many("ts", "T", "ps"), many("ps", "P", "ts", isOrdered: true))),
            tags + [("P", 2, [:], ["ts": [1, 3, 7]]), ("P", 5, [:], ["ts": [1, 2]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "each of a relationship to itself",
            each([Entity("P", attributes: [text, number], relationships: [many("ts", "P", "ts")])]),
            [("P", 1, ["t": .text("a")], ["ts": [1, 2]]), ("P", 2, ["t": .text("b")], ["ts": [1]])]
        ),
        Example(
            "each of a relationship to itself, one-way",
            each([Entity("P", attributes: [text, number], relationships: [many("ts", "P")])]),
            [("P", 1, ["t": .text("a")], ["ts": [1, 2]]), ("P", 2, ["t": .text("b")], ["ts": [1]])]
        ),
        Example(
            "each of the children of a tree",
            each([
                Entity("P", attributes: [text, number], relationships: [many("ts", "P", "up"), one("up", "P", "ts")])
            ]),
            [
                ("P", 1, ["t": .text("a")], ["ts": [2, 3]]), ("P", 2, ["t": .text("b")], ["up": [1]]),
                ("P", 3, ["t": .text("c")], ["up": [1], "ts": [4]]), ("P", 4, [:], ["up": [3]]),
            ]
        ),
        Example(
            "the destination has sub-entities",
            each([
                Entity("P", attributes: [number], relationships: [many("ts", "T", "p", isOrdered: true)]),
                Entity("T", attributes: [text], relationships: [one("p", "P", "ts")]), Entity("U", parent: "T"),
            ]),
            tags + [
                ("U", 4, ["t": .text("u")], [:]), ("P", 2, [:], ["ts": [4, 7, 3]]), ("P", 5, [:], ["ts": [2, 1]]),
            ]
        ).backed("ts", "P", "p", "T"),
        Example(
            "where over both",
            each(
                pair(many("ts", "T", "ps"), many("ps", "P", "ts")),
                where: "$each.t != NIL AND $source.n > 1",
                ["name": "$each.t", "n": "$source.n"]
            ),
            tags + [("P", 2, ["n": .integer(1)], ["ts": [1, 3]]), ("P", 5, ["n": .integer(2)], ["ts": [1, 3, 7]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "distinct by a value of the objects",
            each(pair(many("ts", "T", "ps"), many("ps", "P", "ts")), distinct: ["$each.t"]),
            tags + [("P", 2, [:], ["ts": [2, 3, 7]]), ("P", 5, [:], ["ts": [1, 2]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "values through a relationship of the objects",
            StageExample(
                [
                    Entity("P", attributes: [number], relationships: [many("ls", "L", "p")]),
                    Entity("L", relationships: [one("p", "P", "ls"), one("x", "T")]),
                    Entity("T", attributes: [text]),
                ],
                [
                    Entity("P", attributes: [number], relationships: [many("ls", "L", "p")]),
                    Entity("L", relationships: [one("p", "P", "ls"), one("x", "T")]),
                    Entity("T", attributes: [text]), Entity("X", attributes: [name]),
                ]
            ).making("X", Mapping.Origin(["P"], each: "$source.ls", values: ["name": "$each.x.t"])),
            tags + [
                ("L", 1, [:], ["x": [2]]), ("L", 2, [:], ["x": [1]]), ("L", 4, [:], [:]),
                ("P", 2, [:], ["ls": [2, 4]]),
                ("P", 3, [:], ["ls": [1]]),
            ]
        ).backed("ls", "P", "p", "L"),
        Example(
            "references to both",
            StageExample(
                pair(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts")),
                pair(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts")) + [
                    Entity("X", relationships: [one("p", "P"), one("t", "T")])
                ]
            ).making("X", Mapping.Origin(["P"], each: "$source.ts", values: ["p": "$source", "t": "$each"])),
            tags + [("P", 2, [:], ["ts": [7, 1, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "references to both, whose inverses are to-many",
            StageExample(
                pair(many("ts", "T", "ps", isOrdered: true), many("ps", "P", "ts")),
                [
                    Entity("P", attributes: [number], relationships: [many("xs", "X", "p", isOrdered: true)]),
                    Entity("T", attributes: [text], relationships: [many("xs", "X", "t")]),
                    Entity("X", relationships: [one("p", "P", "xs"), one("t", "T", "xs")]),
                ]
            ).making("X", Mapping.Origin(["P"], each: "$source.ts", values: ["p": "$source", "t": "$each"]))
                .accepting("P.ts"),
            tags + [("P", 2, [:], ["ts": [7, 1, 3]]), ("P", 5, [:], ["ts": [2, 1]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "references to objects that go",
            StageExample(
                pair(many("ts", "T", "ps"), many("ps", "P", "ts")),
                [
                    Entity("T", attributes: [text]), Entity("X", attributes: [number], relationships: [one("t", "T")]),
                ]
            ).making("X", Mapping.Origin(["P"], each: "$source.ts", values: ["n": "$source.n", "t": "$each"]))
                .accepting("P"),
            tags + [("P", 2, ["n": .integer(4)], ["ts": [1, 3, 7]]), ("P", 5, [:], ["ts": [1, 2]])]
        ).backed("ts", "P", "ps", "T"),
        Example(
            "references to objects that become others",
            StageExample(
                pair(many("ts", "T", "ps"), many("ps", "P", "ts")),
                [
                    Entity("A"), Entity("U", parent: "A", attributes: [text]), Entity("Q", attributes: [number]),
                    Entity("X", relationships: [one("u", "U"), one("q", "Q")]),
                ]
            ).making("A", Mapping.Origin(["P"])).making("U", Mapping.Origin(["T"])).making("Q", Mapping.Origin(["P"]))
                .making("X", Mapping.Origin(["P"], each: "$source.ts", values: ["u": "$each", "q": "$source"]))
                .accepting("P.ts"),
            tags + [("P", 2, ["n": .integer(4)], ["ts": [1, 3, 7]]), ("P", 5, [:], ["ts": [1, 2]])]
        ).backed("ts", "P", "ps", "T"),
    ]

    // MARK: Several origins

    static let texted = Entity("P", attributes: [text])

    static let both: Objects = [
        ("P", 1, ["t": .text("a;b")], [:]), ("P", 4, ["t": .text("b;c")], [:]), ("Q", 2, ["t": .text("a,c")], [:]),
        ("Q", 9, ["t": .null], [:]),
    ]

    static func origin(_ source: String, _ separator: String, _ distinct: Bool = false, as name: String? = nil)
        -> Mapping.Origin
    {
        Mapping.Origin(
            [source],
            each: "split($source.t, '\(separator)')",
            distinct: distinct ? ["$each"] : [],
            values: ["name": "$each"],
            as: name
        )
    }

    static let origins: [Example] = [
        Example(
            "two origins of elements",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [texted, Entity("Q", attributes: [text]), Entity("T", attributes: [required])]
            ).making("T", origin("P", ";"), origin("Q", ",")),
            both
        ),
        Example(
            "two origins of distinct elements",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [texted, Entity("Q", attributes: [text]), Entity("T", attributes: [required])]
            ).making("T", origin("Q", ",", true), origin("P", ";", true)),
            both
        ),
        Example(
            "two origins of the same objects",
            StageExample([texted], [texted, Entity("T", attributes: [required])])
                .making("T", origin("P", ";"), origin("P", "a")),
            Array(both.prefix(2))
        ),
        Example(
            "elements beside what stays",
            StageExample(
                [texted, Entity("T", attributes: [required])],
                [texted, Entity("T", attributes: [required])]
            ).making("T", Mapping.Origin(["T"]), origin("P", ";")),
            both.prefix(2) + [("T", 5, ["name": .text("x")], [:])]
        ),
        Example(
            "elements before what stays",
            StageExample(
                [texted, Entity("T", attributes: [required])],
                [texted, Entity("T", attributes: [required])]
            ).making("T", origin("P", ";"), Mapping.Origin(["T"])),
            both.prefix(2) + [("T", 5, ["name": .text("x")], [:])]
        ),
        Example(
            "elements beside what is made of others",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [texted, Entity("T", attributes: [name])]
            ).making("T", Mapping.Origin(["Q"], values: ["name": "t"]), origin("P", ";")),
            both
        ),
        Example(
            "elements before what is made of others",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [texted, Entity("T", attributes: [name])]
            ).making("T", origin("P", ";"), Mapping.Origin(["Q"], values: ["name": "t"])),
            both
        ),
        Example(
            "elements between what is made of two",
            StageExample(
                [texted, Entity("Q", attributes: [text]), Entity("R", attributes: [text])],
                [texted, Entity("T", attributes: [name])]
            ).making(
                "T",
                Mapping.Origin(["R"], values: ["name": "t"]),
                origin("P", ";"),
                Mapping.Origin(["Q"], values: ["name": "t"])
            ),
            both + [("R", 3, [:], [:])]
        ),
        Example(
            "elements of what becomes the same entity",
            StageExample(
                [Entity("P", attributes: [name, text])],
                [Entity("T", attributes: [name, text])]
            ).making("T", Mapping.Origin(["P"]), origin("P", ";")),
            [("P", 1, ["t": .text("a;b"), "name": .text("x")], [:]), ("P", 4, ["t": .text("c")], [:])]
        ),
        Example(
            "elements in an older entity without its own objects",
            StageExample([texted, Entity("T", attributes: [name])], [texted, Entity("T", attributes: [name])])
                .making("T", origin("P", ";")).accepting("T"),
            both.prefix(2) + [("T", 5, ["name": .text("x")], [:])]
        ),
        Example(
            "elements below a hierarchy",
            StageExample(
                [texted, Entity("T", attributes: [name]), Entity("V", parent: "T")],
                [texted, Entity("T", attributes: [name]), Entity("V", parent: "T"), Entity("W", parent: "T")]
            ).making("W", origin("P", ";")),
            both.prefix(2) + [("T", 5, ["name": .text("x")], [:]), ("V", 6, [:], [:])]
        ),
        Example(
            "elements below a hierarchy that stays beside others",
            StageExample(
                [texted, Entity("T", attributes: [name]), Entity("V", parent: "T"), Entity("Q", attributes: [text])],
                [
                    texted, Entity("T", attributes: [name]), Entity("V", parent: "T"), Entity("W", parent: "T"),
                    Entity("U", parent: "T"),
                ]
            ).making("W", origin("P", ";", true)).making("U", Mapping.Origin(["Q"], values: ["name": "t"])),
            both + [("T", 5, ["name": .text("x")], [:]), ("V", 6, [:], [:])]
        ),
        Example(
            "elements below their own older object's entity",
            StageExample([texted], [texted, Entity("T", parent: "P", attributes: [name])]).making(
                "T",
                origin("P", ";")
            ),
            Array(both.prefix(2))
        ),
        Example(
            "elements in two entities of a hierarchy",
            StageExample(
                [texted, Entity("T", attributes: [name])],
                [texted, Entity("T", attributes: [name]), Entity("V", parent: "T"), Entity("W", parent: "T")]
            ).making("W", origin("P", ";")).making("V", origin("P", "a")),
            both.prefix(2) + [("T", 5, ["name": .text("x")], [:])]
        ),
        Example(
            "the older object by name",
            StageExample(
                [texted],
                [
                    texted, Entity("Q", attributes: [text]),
                    Entity("T", attributes: [required], relationships: [one("q", "Q")]),
                ]
            ).making("Q", Mapping.Origin(["P"], as: "all")).making(
                "T",
                Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each", "q": "same(all)"])
            ),
            Array(both.prefix(2))
        ),
        Example(
            "elements refer to what a condition finds",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [
                    texted, Entity("Q", attributes: [text]),
                    Entity("T", attributes: [required], relationships: [one("q", "Q")]),
                ]
            ).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    values: ["name": "$each", "q": "find(Q, t == trim($each))"]
                )
            ),
            both.prefix(2) + [("Q", 1, ["t": .text("b")], [:]), ("Q", 3, ["t": .text("x")], [:]), ("Q", 4, [:], [:])]
        ),
        Example(
            "elements refer to what a condition finds twice",
            StageExample(
                [texted, Entity("Q", attributes: [text])],
                [
                    texted, Entity("Q", attributes: [text]),
                    Entity("T", attributes: [required], relationships: [one("q", "Q")]),
                ]
            ).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    values: ["name": "$each", "q": "find(Q, t == $each)"]
                )
            ),
            both.prefix(2) + [("Q", 1, ["t": .text("b")], [:]), ("Q", 3, ["t": .text("b")], [:])]
        ),
        Example(
            "elements refer to distinct ones",
            StageExample(
                [texted],
                [
                    texted, Entity("T", attributes: [required]),
                    Entity("L", attributes: [number], relationships: [one("p", "P"), one("t", "T")]),
                ]
            ).making("T", origin("P", ";", true)).making(
                "L",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    values: ["p": "$source", "t": "find(T, name == $each)"]
                )
            ),
            Array(both.prefix(2))
        ),
        Example(
            "a to-one relationship of distinct elements is that of the first",
            StageExample(
                [texted],
                [
                    Entity("P", attributes: [text], relationships: [many("ts", "T", "p")]),
                    Entity("T", attributes: [required], relationships: [one("p", "P", "ts")]),
                ]
            ).making(
                "T",
                Mapping.Origin(
                    ["P"],
                    each: "split($source.t, ';')",
                    distinct: ["$each"],
                    values: ["name": "$each", "p": "$source"]
                )
            ),
            Array(both.prefix(2))
        ),
        Example(
            "elements have a one-to-one relationship",
            StageExample(
                [texted],
                [
                    Entity("P", attributes: [text], relationships: [one("x", "T", "p")]),
                    Entity("T", attributes: [required], relationships: [one("p", "P", "x")]),
                ]
            ).making(
                "T",
                Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each", "p": "$source"])
            ).choosing("T.p", .newest),
            Array(both.prefix(2))
        ),
        Example(
            "elements have a one-to-one relationship, of which the last stays",
            StageExample(
                [texted],
                [
                    Entity("P", attributes: [text], relationships: [one("x", "T", "p")]),
                    Entity("T", attributes: [required], relationships: [one("p", "P", "x")]),
                ]
            ).making(
                "T",
                Mapping.Origin(["P"], each: "split($source.t, ';')", values: ["name": "$each", "p": "$source"])
            ).choosing("P.x", .newest),
            Array(both.prefix(2))
        ),
    ]
}

extension OriginAgreementTests.Example {
    /// The same with the inverse of a relationship.
    func backed(_ name: String, _ entity: String, _ inverse: String, _ far: String) -> OriginAgreementTests.Example {
        var world: World = self.world
        for kind in stage.older.kinds(below: entity) {
            for (identity, object) in (world.objects[kind] ?? [:]).sorted(by: { $0.key < $1.key }) {
                for target in object.references[name] ?? [] {
                    guard let found = world.kind(of: target, below: far, in: stage.older) else { continue }
                    let list: [Int64] = world.objects[found]?[target]?.references[inverse] ?? []
                    world.objects[found]?[target]?.references[inverse] = (list + [identity]).sorted()
                }
            }
        }
        return OriginAgreementTests.Example(self.name, stage, world)
    }

    init(_ name: String, _ stage: StageExample, _ world: World) {
        (self.name, self.stage, self.world) = (name, stage, world)
    }
}
