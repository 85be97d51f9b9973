import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    // MARK: Relationships that are their own inverses

    private static func returning(_ name: String) -> Entity {
        Entity(name, attributes: [text], relationships: [one("r", name, "r")])
    }

    private static let friends = [Entity("A", attributes: [text], relationships: [one("f", "A")])]

    private static let kept = [Entity("A", attributes: [text], relationships: [one("f", "A"), one("r", "A", "r")])]

    /// Inverses that are named, but not returned.
    static let unreturned: [Example] = [
        Example(
            "an inverse that points to a sub-entity only, and has references of its own",
            StageExample(
                [
                    Entity("D", attributes: [text]), Entity("U", parent: "D"),
                    Entity("X", attributes: [text], relationships: [one("back", "U")]),
                ],
                [
                    Entity("D", attributes: [text], relationships: [one("l", "X", "back")]), Entity("U", parent: "D"),
                    Entity("X", attributes: [text], relationships: [one("back", "U", "l")]),
                ]
            ).computing("D.l", "find(X, t == $source.t)"),
            [
                ("D", 1, ["t": .text("d")], [:]), ("U", 2, ["t": .text("u")], [:]), ("U", 3, [:], [:]),
                ("X", 1, ["t": .text("d")], ["back": [3]]), ("X", 2, ["t": .text("u")], ["back": [3]]),
            ]
        )
    ]

    /// What expressions give, for objects that all lead back, and for some that do not.
    static let ownInverses: [Example] = [
        ("are returned", [1: 2, 2: 1, 3: 3]), ("are not", [1: 2]), ("make a circle", [1: 2, 2: 3, 3: 1]),
        ("are two that lead to one", [1: 2, 2: 1, 3: 2]), ("lead to one that leads elsewhere", [1: 2, 2: 3, 3: 2]),
    ].flatMap { (name: String, pairs: [Int64: Int64]) -> [Example] in
        func objects(_ relationships: [String]) -> Objects {
            ([1, 2, 3] as [Int64]).map { identity in
                let targets = pairs[identity].map { [$0] } ?? []
                let references = Dictionary(uniqueKeysWithValues: relationships.map { ($0, $0 == "f" ? targets : []) })
                return ("A", identity, ["t": .text("\(identity % 2)")], references)
            }
        }
        return [
            Example(
                "computed references \(name)",
                StageExample(friends, kept).computing("A.r", "$source.f"),
                objects(["f"])
            ),
            Example(
                "computed references \(name), or are given up",
                StageExample(friends, kept).computing("A.r", "$source.f").choosing("A.r", .first),
                objects(["f"])
            ),
            Example(
                "an origin's references \(name), or are given up",
                StageExample(friends, [returning("B")]).making(
                    "B",
                    Mapping.Origin(["A"], values: ["r": "$source.f"])
                ).choosing("B.r", .newest),
                objects(["f"])
            ),
            Example(
                "an origin's references \(name)",
                StageExample(friends, [returning("B")]).making(
                    "B",
                    Mapping.Origin(["A"], values: ["r": "$source.f"])
                ),
                objects(["f"])
            ),
            Example(
                "some objects' references \(name)",
                StageExample(kept, kept).computing("A.r", "TERNARY(t == '1', $source.f, $source.r)"),
                objects(["f", "r"])
            ),
        ]
    }
}
