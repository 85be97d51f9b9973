import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    // MARK: Hierarchies that merge

    static let merging: [Example] = [
        Example(
            "two roots below a new one, with lines for both",
            StageExample(
                [Entity("A", attributes: [text]), Entity("B", attributes: [text])],
                [abstract("R", [text]), Entity("A", parent: "R"), Entity("B", parent: "R")]
            ).making("A", Mapping.Origin(["A"])).making("B", Mapping.Origin(["B"])),
            [("A", 1, ["t": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "two roots below a new one, with a line for one",
            StageExample(
                [Entity("A", attributes: [text]), Entity("B", attributes: [number], relationships: [one("a", "A")])],
                [
                    abstract("R"), Entity("A", parent: "R", attributes: [text]),
                    Entity("B", parent: "R", attributes: [number], relationships: [one("a", "A")]),
                ]
            ).making("A", Mapping.Origin(["A"])),
            [("A", 1, ["t": .text("x")], [:]), ("B", 1, ["n": .integer(2)], ["a": [1]])]
        ),
        Example(
            "three roots below a new one, with a line for one",
            StageExample(
                [Entity("A"), Entity("B"), Entity("C")],
                [abstract("R"), Entity("A", parent: "R"), Entity("B", parent: "R"), Entity("C", parent: "R")]
            ).making("C", Mapping.Origin(["C"])),
            [("A", 1, [:], [:]), ("B", 1, [:], [:]), ("C", 1, [:], [:])]
        ),
        Example(
            "a root below another one, with references between them",
            StageExample(
                [
                    Entity("A", relationships: [many("bs", "B", "a", isOrdered: true)]),
                    Entity("B", relationships: [one("a", "A", "bs"), many("peers", "B", "peers")]),
                ],
                [
                    Entity("A", relationships: [many("bs", "B", "a", isOrdered: true)]),
                    Entity("B", parent: "A", relationships: [one("a", "A", "bs"), many("peers", "B", "peers")]),
                ]
            ).making("B", Mapping.Origin(["B"])),
            [
                ("A", 1, [:], ["bs": [2, 1]]), ("A", 2, [:], [:]), ("B", 1, [:], ["a": [1], "peers": [1, 2]]),
                ("B", 2, [:], ["a": [1], "peers": [1]]),
            ]
        ),
        Example(
            "a root with a sub-entity below another one, with one line",
            StageExample(
                [Entity("A"), Entity("B"), Entity("C", parent: "B")],
                [Entity("A"), Entity("B", parent: "A"), Entity("C", parent: "B")]
            ).making("B", Mapping.Origin(["B"])),
            [("A", 1, [:], [:]), ("B", 1, [:], [:]), ("C", 2, [:], [:])]
        ),
        Example(
            "a root with a sub-entity below another one, with lines for both",
            StageExample(
                [Entity("A"), Entity("B", attributes: [text]), Entity("C", parent: "B")],
                [Entity("A"), Entity("B", parent: "A", attributes: [text]), Entity("C", parent: "B")]
            ).making("B", Mapping.Origin(["B"])).making("C", Mapping.Origin(["C"])),
            [("A", 1, [:], [:]), ("B", 1, ["t": .text("b")], [:]), ("C", 2, ["t": .text("c")], [:])]
        ),
        Example(
            "a sub-entity below another root loses what it inherited",
            StageExample(
                [Entity("A"), Entity("H", attributes: [text]), Entity("C", parent: "H", attributes: [number])],
                [Entity("A"), Entity("H", attributes: [text]), Entity("C", parent: "A", attributes: [number])]
            ).making("C", Mapping.Origin(["C"])),
            [("A", 1, [:], [:]), ("H", 1, [:], [:]), ("C", 2, ["t": .text("c"), "n": .integer(4)], [:])]
        ),
        Example(
            "roots that merge, with a filter",
            StageExample(
                [Entity("A"), Entity("B", attributes: [number]), Entity("T", relationships: [one("b", "B")])],
                [
                    Entity("A"), Entity("B", parent: "A", attributes: [number]),
                    Entity("T", relationships: [one("b", "B")]),
                ]
            ).making("B", Mapping.Origin(["B"], where: "n > 1")).accepting("B"),
            integers("B", [1: 1, 2: 2])
                + [("A", 1, [:], [:]), ("T", 1, [:], ["b": [1]]), ("T", 2, [:], ["b": [2]])]
        ),
        Example(
            "a root joins one with a required attribute",
            joining([Attribute("code", .string)], nil),
            [("A", 1, ["code": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "a root joins one with a required attribute, filled",
            joining([Attribute("code", .string)], nil).filling("A.code", .literal("f")),
            [("A", 1, ["code": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "a root joins one with a default",
            joining([Attribute("code", .string, default: .string("d"))], nil),
            [("A", 1, ["code": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "a root joins one with an optional default",
            joining([Attribute("code", .string, isOptional: true, default: .string("d"))], nil),
            [("A", 1, [:], [:]), ("A", 2, ["code": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "a root joins one that has its attribute",
            joining([text], nil),
            [("A", 1, ["t": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "a root joins one that has its attribute under an older name",
            joining([text], "old"),
            [("A", 1, ["old": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "a root without a line below one with a line and a required attribute",
            StageExample(
                [Entity("A", attributes: [Attribute("code", .string)]), Entity("B", attributes: [text])],
                [Entity("A", attributes: [Attribute("code", .string)]), Entity("B", parent: "A", attributes: [text])]
            ).making("A", Mapping.Origin(["A"])).filling("A.code", .literal("f")),
            [("A", 1, ["code": .text("x")], [:]), ("B", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "a root without a line below one with a line, with its attribute",
            StageExample(
                [Entity("A", attributes: [text]), Entity("B", attributes: [text, number])],
                [Entity("A", attributes: [text]), Entity("B", parent: "A", attributes: [number])]
            ).making("A", Mapping.Origin(["A"])),
            [("A", 1, ["t": .text("x")], [:]), ("B", 1, ["t": .text("y"), "n": .integer(1)], [:])]
        ),
        Example(
            "new objects below an entity with a required attribute",
            StageExample(
                [Entity("A", attributes: [Attribute("code", .string)]), Entity("D", attributes: [text])],
                [Entity("A", attributes: [Attribute("code", .string)]), Entity("C", parent: "A", attributes: [text])]
            ).making("C", Mapping.Origin(["D"])),
            [("A", 1, ["code": .text("x")], [:]), ("D", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "new objects below an entity with a required attribute, filled",
            StageExample(
                [Entity("A", attributes: [Attribute("code", .string)]), Entity("D", attributes: [text])],
                [Entity("A", attributes: [Attribute("code", .string)]), Entity("C", parent: "A", attributes: [text])]
            ).making("C", Mapping.Origin(["D"])).filling("A.code", .literal("f")),
            [("A", 1, ["code": .text("x")], [:]), ("D", 1, ["t": .text("y")], [:])]
        ),
        Example(
            "new objects below an entity, with a computed value that others do not need",
            StageExample(
                [Entity("A", attributes: [text]), Entity("D", attributes: [number])],
                [Entity("A", attributes: [Attribute("t", .string)]), Entity("C", parent: "A", attributes: [number])]
            ).making("C", Mapping.Origin(["D"], values: ["t": "'c'"])),
            [("A", 1, [:], [:]), ("D", 1, ["n": .integer(1)], [:])]
        ),
        Example(
            "a hierarchy becomes one entity below another root",
            StageExample(hierarchy, flat(nil)).making(
                "F",
                Mapping.Origin(["B"], values: ["kind": "entity.name"])
            ),
            below
        ),
        Example(
            "a hierarchy becomes one entity below another root, under an older name",
            StageExample(hierarchy, flat("B")).making(
                "F",
                Mapping.Origin(["B"], values: ["kind": "entity.name"])
            ),
            below
        ),
        Example(
            "a hierarchy becomes one entity below another root, entity by entity",
            StageExample(hierarchy, flat("B")).making(
                "F",
                Mapping.Origin(["B"], where: "entity.name == 'B'", values: ["kind": "'b'"]),
                Mapping.Origin(["C"], values: ["kind": "'c'"])
            ),
            below
        ),
    ]

    /// 'B' with the sub-entity 'C' becomes 'F', below 'A'.
    static let hierarchy = [
        Entity("A"), Entity("B", attributes: [text]), Entity("C", parent: "B", attributes: [number]),
        Entity("T", relationships: [one("a", "A"), one("b", "B"), many("bs", "B")]),
    ]

    static func flat(_ originalName: String?) -> [Entity] {
        var flat = Entity("F", parent: "A", attributes: [text, number, Attribute("kind", .string)])
        flat.originalName = originalName
        return [Entity("A"), flat, Entity("T", relationships: [one("a", "A"), one("b", "F"), many("bs", "F")])]
    }

    static let below: Objects = [
        ("A", 1, [:], [:]), ("A", 2, [:], [:]), ("B", 1, ["t": .text("b")], [:]),
        ("C", 2, ["t": .text("c"), "n": .integer(4)], [:]), ("T", 1, [:], ["a": [1], "b": [2], "bs": [1, 2]]),
        ("T", 2, [:], ["a": [2], "b": [1], "bs": [2]]),
    ]

    /// 'B' with a text joins 'A' below it.
    static func joining(_ attributes: [Attribute], _ oldName: String?) -> StageExample {
        var older: [Attribute] = attributes
        var newer: [Attribute] = attributes
        if let oldName {
            older[0].name = oldName
            newer[0].originalName = oldName
        }
        let isText = attributes.contains(text)
        return StageExample(
            [Entity("A", attributes: older), Entity("B", attributes: [text])],
            [Entity("A", attributes: newer), Entity("B", parent: "A", attributes: isText ? [] : [text])]
        ).making("B", Mapping.Origin(["B"]))
    }
}
