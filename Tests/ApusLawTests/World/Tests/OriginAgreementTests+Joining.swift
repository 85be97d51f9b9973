import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    /// Hierarchies that share a newer root, which some of their entities were not below.
    static let joinedHierarchies: [Example] =
        [
            Example(
                "a sub-entity below another root",
                StageExample(
                    [Entity("A"), Entity("H", attributes: [text]), Entity("C", parent: "H", attributes: [number])],
                    [
                        Entity("A"), Entity("H", attributes: [text]),
                        Entity("C", parent: "A", attributes: [text, number]),
                    ]
                ).making("C", Mapping.Origin(["C"])),
                [("A", 1, [:], [:]), ("H", 1, [:], [:]), ("C", 2, ["t": .text("c"), "n": .integer(4)], [:])]
            ),
            Example(
                "a new entity with objects beside an entity below a new abstract one",
                StageExample(
                    [Entity("A"), Entity("B", attributes: [number])],
                    [
                        abstract("R"), Entity("N", parent: "R"),
                        Entity("B", parent: "R", attributes: [number]),
                    ]
                ).making("N", Mapping.Origin(["A"])),
                [("A", 9, [:], [:]), ("B", 9, ["n": .integer(1)], [:])]
            ),
        ] + mergedAbove + movedWithout

    /// Two entities become one, and a sub-entity of the second stays below that, with a line or without.
    private static let mergedAbove: [Example] = ([nil, "A", "B"] as [String?]).flatMap { (old: String?) -> [Example] in
        [false, true].compactMap { (hasLine: Bool) -> Example? in
            // The same as without it.
            if hasLine, old != "A" { return nil }
            let link = Relationship.toOne("link", "Z", isOptional: true)
            let older = [
                Entity("A", attributes: [text]), Entity("B", attributes: [text], relationships: [link]),
                Entity("SB", parent: "B", attributes: [number]),
                Entity("Z", relationships: [one("b", "B"), one("sb", "SB")]),
            ]
            let newer = [
                Entity("N", originalName: old, attributes: [text], relationships: [link]),
                Entity("SB", parent: "N", attributes: [number]),
                Entity("Z", relationships: [one("b", "N"), one("sb", "SB")]),
            ]
            let stage = StageExample(older, newer).making("N", Mapping.Origin(["A", "B"]))
            return Example(
                "merged above a sub-entity, \(old ?? "neither") renamed\(hasLine ? ", with a line" : "")",
                hasLine ? stage.making("SB", Mapping.Origin(["SB"])) : stage,
                [
                    ("A", 1, ["t": .text("a")], [:]), ("A", 9, ["t": .text("c")], [:]),
                    ("B", 1, ["t": .text("b")], ["link": [2]]),
                    ("SB", 2, ["t": .text("s"), "n": .integer(5)], ["link": [1]]),
                    ("Z", 1, [:], ["b": [2], "sb": [2]]), ("Z", 2, [:], ["b": [1]]),
                ]
            )
        }
    }

    /// An entity without a line is below a new root, and the entity that was above it is not: what it inherited, or references
    /// that it could be at the end of, may be lost.
    private static let movedWithout: [Example] = [true, false].flatMap { (keepsText: Bool) -> [Example] in
        [true, false].flatMap { (hasLink: Bool) -> [Example] in
            [nil, "Z.h", "C.t", "H.link"].map { (accepted: String?) -> Example in
                let link = hasLink ? [Relationship.toOne("link", "Z", isOptional: true)] : []
                let stage = StageExample(
                    [
                        Entity("A"), Entity("H", attributes: [text], relationships: link),
                        Entity("C", parent: "H", attributes: [number]),
                        Entity("Z", relationships: [one("h", "H"), one("c", "C")]),
                    ],
                    [
                        abstract("R"), Entity("N", parent: "R"), Entity("H", attributes: [text], relationships: link),
                        Entity(
                            "C",
                            parent: "R",
                            attributes: keepsText ? [text, number] : [number],
                            relationships: link
                        ),
                        Entity("Z", relationships: [one("h", "H"), one("c", "C")]),
                    ]
                ).making("N", Mapping.Origin(["A"]))
                return Example(
                    "moved without a line, text \(keepsText), link \(hasLink), accepting \(accepted ?? "nothing")",
                    accepted.map { stage.accepting($0) } ?? stage,
                    [
                        ("A", 4, [:], [:]), ("H", 1, ["t": .text("h")], hasLink ? ["link": [1]] : [:]),
                        ("C", 2, ["t": .text("c"), "n": .integer(4)], hasLink ? ["link": [1]] : [:]),
                        ("Z", 1, [:], ["h": [1], "c": [2]]), ("Z", 2, [:], ["h": [2]]),
                    ]
                )
            }
        }
    }
}
