import ApusMigration
import ApusSchema

extension DuplicatesAgreementTests {
    // MARK: References

    private static func stage(_ own: [Relationship], _ far: [Relationship] = [], _ choice: Mapping.Duplicates = .first)
        -> StageExample
    {
        StageExample(
            [Entity("A", attributes: [text], relationships: own), Entity("B", relationships: far)],
            [unique("A", [text], own, by: ["t"]), Entity("B", relationships: far)]
        ).settling("A", keep(choice))
    }

    static let references: [Example] = [
        Example(
            "the same object once in a list",
            stage([], [many("as", "A", isOrdered: true)]),
            texts("A", [1: "x", 2: "x", 3: "y"])
                + [("B", 1, [:], ["as": [2, 3, 1]]), ("B", 2, [:], ["as": [3, 2]]), ("B", 3, [:], ["as": [1, 2]])]
        ),
        Example(
            "the same object once in a list, the newest stays",
            stage([], [many("as", "A", isOrdered: true)], .newest),
            texts("A", [1: "x", 2: "x", 3: "y"])
                + [("B", 1, [:], ["as": [1, 3, 2]]), ("B", 2, [:], ["as": [3, 1]]), ("B", 3, [:], ["as": [2, 1]])]
        ),
        Example(
            "all objects of the others behind its own",
            stage([many("bs", "B", isOrdered: true)], [], .newest),
            [
                ("A", 1, ["t": .text("x")], ["bs": [4, 2]]), ("A", 2, ["t": .text("x")], ["bs": [1, 4]]),
                ("A", 3, ["t": .text("x")], ["bs": [3, 2]]), ("B", 1, [:], [:]), ("B", 2, [:], [:]), ("B", 3, [:], [:]),
                ("B", 4, [:], [:]),
            ]
        ),
        Example(
            "an object that refers to itself",
            stage([one("up", "A")]),
            [
                ("A", 1, ["t": .text("x")], ["up": [1]]), ("A", 2, ["t": .text("x")], [:]),
                ("A", 3, ["t": .text("y")], [:]), ("A", 4, ["t": .text("y")], ["up": [4]]),
                ("A", 5, ["t": .text("z")], ["up": [6]]), ("A", 6, ["t": .text("z")], ["up": [5]]),
                ("A", 7, ["t": .text("w")], ["up": [7]]),
            ]
        ),
        Example(
            "an object that is in its own list",
            stage([many("all", "A", isOrdered: true)]),
            [
                ("A", 1, ["t": .text("x")], ["all": [3, 1, 2]]), ("A", 2, ["t": .text("x")], ["all": [2, 1]]),
                ("A", 3, ["t": .text("y")], ["all": [4]]), ("A", 4, ["t": .text("y")], ["all": [4, 2, 1]]),
            ]
        ),
        Example(
            "a couple becomes one object",
            stage([one("peer", "A", "peer")]),
            [
                ("A", 1, ["t": .text("x")], ["peer": [2]]), ("A", 2, ["t": .text("x")], ["peer": [1]]),
                ("A", 3, ["t": .text("x")], ["peer": [4]]), ("A", 4, ["t": .text("y")], ["peer": [3]]),
                ("A", 5, ["t": .text("y")], ["peer": [6]]), ("A", 6, ["t": .text("z")], ["peer": [5]]),
            ]
        ),
        Example(
            "a chain becomes shorter",
            stage([one("next", "A", "last"), one("last", "A", "next")]),
            [
                ("A", 1, ["t": .text("x")], ["next": [2]]), ("A", 2, ["t": .text("x")], ["last": [1], "next": [3]]),
                ("A", 3, ["t": .text("y")], ["last": [2], "next": [4]]),
                ("A", 4, ["t": .text("x")], ["last": [3], "next": [5]]),
                ("A", 5, ["t": .text("y")], ["last": [4]]),
            ]
        ),
        Example(
            "its own object, or the first of the others",
            stage([one("b", "B", "as")], [many("as", "A", "b", isOrdered: true)], .newest),
            [
                ("A", 1, ["t": .text("x")], ["b": [2]]), ("A", 2, ["t": .text("x")], ["b": [1]]),
                ("A", 3, ["t": .text("x")], [:]), ("A", 4, ["t": .text("y")], ["b": [1]]),
                ("A", 5, ["t": .text("y")], ["b": [2]]), ("B", 1, [:], ["as": [4, 2]]), ("B", 2, [:], ["as": [5, 1]]),
            ]
        ),
        Example(
            "one to one, its own or the first of the others",
            stage([one("b", "B", "a")], [one("a", "A", "b")], .newest),
            [
                ("A", 1, ["t": .text("x")], ["b": [2]]), ("A", 2, ["t": .text("x")], ["b": [1]]),
                ("A", 3, ["t": .text("x")], [:]), ("A", 4, ["t": .text("y")], ["b": [4]]),
                ("A", 5, ["t": .text("y")], ["b": [3]]), ("B", 1, [:], ["a": [2]]), ("B", 2, [:], ["a": [1]]),
                ("B", 3, [:], ["a": [5]]), ("B", 4, [:], ["a": [4]]),
            ]
        ),
        Example(
            "relationships of the same name in several sub-entities",
            StageExample(siblings(false), siblings(true)).settling("A", keep(.first)),
            [
                ("S", 1, ["t": .text("x")], [:]), ("U", 2, ["t": .text("x")], ["b": [1], "s": [3]]),
                ("S", 3, ["t": .text("x")], ["b": [2]]), ("U", 4, ["t": .text("y")], [:]),
                ("S", 5, ["t": .text("y")], ["b": [1]]), ("U", 6, ["t": .text("y")], ["b": [2], "s": [5]]),
                ("S", 7, ["t": .text("z")], [:]), ("U", 8, ["t": .text("z")], ["b": [2]]),
                ("B", 1, [:], [:]), ("B", 2, [:], [:]), ("C", 1, [:], [:]), ("C", 2, [:], [:]),
            ]
        ),
        Example(
            "references to a sub-entity, and an object of another one stays",
            StageExample(typed(false), typed(true)).settling("A", keep(.first)),
            [
                ("U", 1, ["t": .text("x")], [:]), ("S", 2, ["t": .text("x")], ["bs": [1, 2]]),
                ("S", 3, ["t": .text("y")], ["bs": [3]]), ("U", 4, ["t": .text("y")], [:]),
                ("B", 1, [:], ["s": [2], "all": [3, 2]]), ("B", 2, [:], ["s": [2], "all": [2]]),
                ("B", 3, [:], ["s": [3], "all": [3]]),
            ]
        ),
    ]

    private static func siblings(_ isUnique: Bool) -> [Entity] {
        let root = OriginAgreementTests.abstract("A", [text])
        var unique: Entity = root
        if isUnique { unique.uniquenessConstraints = [["t"]] }
        return [
            unique, Entity("S", parent: "A", relationships: [one("b", "B")]),
            Entity("U", parent: "A", relationships: [one("b", "C"), one("s", "S")]), Entity("B"), Entity("C"),
        ]
    }

    private static func typed(_ isUnique: Bool) -> [Entity] {
        var root = OriginAgreementTests.abstract("A", [text])
        if isUnique { root.uniquenessConstraints = [["t"]] }
        return [
            root, Entity("S", parent: "A", relationships: [many("bs", "B", "s")]), Entity("U", parent: "A"),
            Entity("B", relationships: [one("s", "S", "bs"), many("all", "S", isOrdered: true)]),
        ]
    }
}
