import ApusMigration
import ApusSchema
import Testing

/// Small stages that say what happens to objects with the same unique values: the planner, real stores and the naive
/// interpreter have to think the same of them.
@Suite struct DuplicatesAgreementTests {
    typealias Example = OriginAgreementTests.Example
    typealias Objects = OriginAgreementTests.Objects

    @Test(arguments: kept + constraints + made + references + several + derived)
    func planner(example: Example) {
        #expect(example.stage.disagreement(example.world) == nil)
    }

    @Test(arguments: kept + constraints + made + references + several + derived)
    func store(example: Example) {
        #expect(example.stage.disagreement(example.world, .store) == nil)
    }

    // MARK: Parts

    static let text = OriginAgreementTests.text
    static let number = OriginAgreementTests.number
    static let real = Attribute("r", .double, isOptional: true)

    static func one(_ name: String, _ far: String, _ inverse: String? = nil) -> Relationship {
        OriginAgreementTests.one(name, far, inverse)
    }

    static func many(_ name: String, _ far: String, _ inverse: String? = nil, isOrdered: Bool = false) -> Relationship {
        OriginAgreementTests.many(name, far, inverse, isOrdered: isOrdered)
    }

    /// An entity with unique constraints.
    static func unique(
        _ name: String,
        _ attributes: [Attribute],
        _ relationships: [Relationship] = [],
        by constraints: [String]...
    ) -> Entity {
        var entity = Entity(name, attributes: attributes, relationships: relationships)
        entity.uniquenessConstraints = constraints
        return entity
    }

    static func keep(_ choice: Mapping.Duplicates, _ attribute: String? = nil, by properties: [String] = [])
        -> Mapping.DuplicateObjects
    {
        Mapping.DuplicateObjects(by: properties, keep: .one(choice, by: attribute))
    }

    static func numbered(_ name: String, by properties: [String] = []) -> Mapping.DuplicateObjects {
        Mapping.DuplicateObjects(by: properties, keep: .numbered(name))
    }

    /// 'A' becomes unique by its text.
    static func named(_ decision: Mapping.DuplicateObjects, _ attributes: [Attribute] = [text, number, real])
        -> StageExample
    {
        StageExample([Entity("A", attributes: attributes)], [unique("A", attributes, by: ["t"])])
            .settling("A", decision)
    }

    private static func limited(_ maximum: Int) -> Attribute {
        var limited: Attribute = text
        limited.length = Length(minimum: nil, maximum: maximum)
        return limited
    }

    static func texts(_ kind: String, _ texts: [Int64: String?]) -> Objects {
        texts.map { (kind, $0, ["t": $1.map { .text($0) } ?? .null], [:]) }
    }

    // MARK: What stays

    static let values: Objects = [
        ("A", 1, ["t": .text("x"), "n": .integer(2), "r": .real(0)], [:]),
        ("A", 2, ["t": .text("x"), "n": .integer(1), "r": .real(-0.0)], [:]),
        ("A", 3, ["t": .text("x"), "n": .integer(1)], [:]),
        ("A", 5, ["t": .text("x")], [:]),
        ("A", 6, ["t": .null, "n": .integer(1)], [:]), ("A", 7, ["t": .null], [:]),
        ("A", 8, ["t": .text("X"), "r": .real(1)], [:]), ("A", 9, ["t": .text("y"), "r": .real(.infinity)], [:]),
        ("A", 11, ["t": .text("y"), "r": .real(-.infinity)], [:]), ("A", 12, ["t": .text("y")], [:]),
    ]

    static let kept: [Example] =
        [
            keep(.first), keep(.newest), keep(.first, "n"), keep(.newest, "n"), keep(.first, "r"), keep(.newest, "r"),
            keep(.first, "t"), keep(.newest, "t"), numbered("t"), keep(.first, by: ["t"]),
        ].map { Example("keep \($0.kept) by \($0.properties)", named($0), values) } + [
            Example(
                "by texts of other scripts",
                StageExample(
                    [Entity("A", attributes: [text, number])],
                    [unique("A", [text, number], by: ["n"])]
                ).settling("A", keep(.newest, "t")),
                [
                    ("A", 1, ["t": .text("e\u{301}"), "n": .integer(1)], [:]),
                    ("A", 2, ["t": .text("é"), "n": .integer(1)], [:]),
                    ("A", 3, ["t": .text("Z"), "n": .integer(2)], [:]),
                    ("A", 4, ["t": .text("a"), "n": .integer(2)], [:]),
                    ("A", 5, ["t": .text("👍"), "n": .integer(3)], [:]),
                    ("A", 6, ["t": .text("\u{FFFD}"), "n": .integer(3)], [:]),
                    ("A", 7, ["t": .text("a\u{0}c"), "n": .integer(4)], [:]),
                    ("A", 8, ["t": .text("a\u{0}b"), "n": .integer(4)], [:]),
                ]
            ),
            Example(
                "numbers behind texts that have NUL or that are empty",
                named(numbered("t"), [text]),
                texts("A", [1: "a\u{0}b", 2: "a\u{0}b", 3: "", 4: "", 5: "", 6: "é", 7: "e\u{301}", 8: "é", 9: nil])
            ),
            Example(
                "numbers that are taken",
                named(numbered("t"), [text]),
                texts("A", [1: "Rome", 2: "Rome", 3: "Rome 2", 4: "Rome"])
            ),
            Example(
                "numbers that are taken, with gaps and behind texts with numbers",
                named(numbered("t"), [text]),
                texts(
                    "A",
                    [
                        1: "x", 2: "x", 3: "x", 4: "x 3", 5: "x 9", 6: "x 9", 7: "x 02", 8: "x  2", 9: "y", 10: "y",
                        11: "y 7", 12: "x 1", 13: "x -2", 14: "z", 15: "z", 16: "z 2 2", 17: "", 18: "", 19: " 2",
                    ]
                )
            ),
            Example(
                "numbers that are taken beside another value",
                StageExample(
                    [Entity("A", attributes: [number, text])],
                    [unique("A", [number, text], by: ["n", "t"])]
                ).settling("A", numbered("t")),
                [
                    ("A", 1, ["t": .text("x"), "n": .integer(1)], [:]),
                    ("A", 2, ["t": .text("x"), "n": .integer(1)], [:]),
                    ("A", 3, ["t": .text("x 2"), "n": .integer(1)], [:]),
                    ("A", 4, ["t": .text("x"), "n": .integer(2)], [:]),
                    ("A", 5, ["t": .text("x"), "n": .integer(2)], [:]),
                    ("A", 6, ["t": .text("x 2"), "n": .null], [:]),
                ]
            ),
            Example(
                "numbers behind texts that become too long",
                named(numbered("t"), [limited(5)]),
                texts("A", [1: "Berli", 2: "Berli", 3: "Berli", 4: "a", 5: "a"])
            ),
            Example(
                "numbers behind texts that become too long for any number",
                named(numbered("t"), [limited(2)]),
                texts("A", [1: "ab", 2: "ab"])
            ),
            Example(
                "numbers behind texts that would be equal if they were shortened",
                named(numbered("t"), [limited(5)]),
                texts("A", [1: "Berli", 2: "Berli", 3: "Berlo", 4: "Berlo"])
            ),
            Example(
                "zeros of both signs are equal",
                StageExample([Entity("A", attributes: [real])], [unique("A", [real], by: ["r"])])
                    .settling("A", keep(.newest)),
                [("A", 1, ["r": .real(0)], [:]), ("A", 2, ["r": .real(-0.0)], [:])]
            ),
            Example(
                "no duplicates",
                named(keep(.first), [text]),
                texts("A", [1: "a", 2: "b", 3: nil, 4: nil])
            ),
            Example("no objects", named(keep(.first), [text]), []),
        ]

    // MARK: Constraints

    static let constraints: [Example] = [
        Example(
            "several properties, one missing",
            StageExample(
                [Entity("A", attributes: [text, number])],
                [unique("A", [text, number], by: ["t", "n"])]
            ).settling("A", keep(.newest, by: ["n", "t"])),
            values
        ),
        Example(
            "a number behind one of several properties",
            StageExample(
                [Entity("A", attributes: [text, number])],
                [unique("A", [text, number], by: ["n", "t"])]
            ).settling("A", numbered("t")),
            values + [("A", 13, ["t": .text("x"), "n": .integer(1)], [:])]
        ),
        Example(
            "two constraints, one after the other",
            StageExample(
                [Entity("A", attributes: [text, number, real])],
                [unique("A", [text, number, real], by: ["n"], ["t"])]
            ).settling("A", keep(.first, by: ["t"]), keep(.newest, "r", by: ["n"])),
            [
                ("A", 1, ["t": .text("x"), "n": .integer(1), "r": .real(1)], [:]),
                ("A", 2, ["t": .text("y"), "n": .integer(1), "r": .real(2)], [:]),
                ("A", 3, ["t": .text("y"), "n": .integer(2), "r": .real(1)], [:]),
                ("A", 4, ["t": .text("x"), "n": .integer(3)], [:]),
                ("A", 5, ["t": .text("x"), "n": .integer(4)], [:]),
            ]
        ),
        Example(
            "two constraints, numbers first",
            StageExample(
                [Entity("A", attributes: [text, number], relationships: [many("as", "A", isOrdered: true)])],
                [unique("A", [text, number], [many("as", "A", isOrdered: true)], by: ["t"], ["n"])]
            ).settling("A", numbered("t", by: ["t"]), keep(.newest, "t", by: ["n"])),
            [
                ("A", 1, ["t": .text("x"), "n": .integer(1)], ["as": [2, 3]]),
                ("A", 2, ["t": .text("x"), "n": .integer(1)], ["as": [4, 3]]),
                ("A", 3, ["t": .text("x"), "n": .integer(2)], ["as": [2, 1]]),
                ("A", 4, ["t": .text("x 2"), "n": .integer(3)], ["as": [2, 1]]),
            ]
        ),
        Example(
            "two constraints, a line for one",
            StageExample(
                [Entity("A", attributes: [text, number])],
                [unique("A", [text, number], by: ["t"], ["n"])]
            ).settling("A", keep(.first, by: ["t"])),
            values.filter { $0.1 != 2 && $0.1 != 6 }
        ),
        Example(
            "in the root and below it",
            StageExample(
                [Entity("A", attributes: [text]), Entity("S", parent: "A", attributes: [number])],
                [
                    unique("A", [text], by: ["t"]),
                    below("A", unique("S", [number], by: ["n"])),
                ]
            ).settling("S", keep(.newest)).settling("A", keep(.newest)),
            [
                ("A", 1, ["t": .text("x")], [:]), ("S", 2, ["t": .text("x"), "n": .integer(1)], [:]),
                ("S", 3, ["t": .text("y"), "n": .integer(1)], [:]), ("A", 4, ["t": .text("y")], [:]),
                ("S", 5, ["t": .text("z"), "n": .integer(2)], [:]), ("S", 6, ["t": .text("z"), "n": .integer(3)], [:]),
            ]
        ),
        Example(
            "a constraint over an inherited attribute",
            StageExample(
                [
                    Entity("A", attributes: [text]), Entity("S", parent: "A", attributes: [number]),
                    Entity("V", parent: "S"),
                ],
                [
                    Entity("A", attributes: [text]), below("A", unique("S", [number], by: ["t", "n"])),
                    Entity("V", parent: "S"),
                ]
            ).settling("S", keep(.newest, "n")),
            [
                ("A", 1, ["t": .text("x")], [:]), ("A", 4, ["t": .text("x")], [:]),
                ("S", 2, ["t": .text("x"), "n": .integer(1)], [:]), ("V", 3, ["t": .text("x"), "n": .integer(1)], [:]),
                ("S", 5, ["t": .text("x"), "n": .integer(1)], [:]), ("S", 6, ["t": .text("x")], [:]),
            ]
        ),
        Example(
            "a relationship as a key",
            StageExample(
                [
                    Entity("A", attributes: [text], relationships: [one("b", "B", "as")]),
                    Entity("B", relationships: [many("as", "A", "b", isOrdered: true)]),
                ],
                [
                    unique("A", [text], [one("b", "B", "as")], by: ["t", "b"]),
                    Entity("B", relationships: [many("as", "A", "b", isOrdered: true)]),
                ]
            ).settling("A", keep(.newest)),
            [
                ("A", 1, ["t": .text("x")], ["b": [1]]), ("A", 2, ["t": .text("x")], ["b": [2]]),
                ("A", 3, ["t": .text("x")], ["b": [1]]), ("A", 4, ["t": .text("x")], [:]),
                ("A", 5, ["t": .text("x")], [:]), ("A", 6, ["t": .text("y")], ["b": [1]]),
                ("B", 1, [:], ["as": [6, 1, 3]]), ("B", 2, [:], ["as": [2]]),
            ]
        ),
        Example(
            "a relationship alone as a key",
            StageExample(
                [Entity("A", attributes: [text], relationships: [one("b", "B")]), Entity("B")],
                [unique("A", [text], [one("b", "B")], by: ["b"]), Entity("B")]
            ).settling("A", keep(.first, "t")),
            [
                ("A", 1, ["t": .text("x")], ["b": [1]]), ("A", 2, ["t": .text("b")], ["b": [1]]),
                ("A", 3, ["t": .text("x")], [:]), ("A", 4, [:], [:]), ("B", 1, [:], [:]),
            ]
        ),
        Example(
            "a relationship to objects that become one, declared before",
            StageExample(keyed(false), keyed(true)).settling("B", keep(.first)).settling("A", keep(.first)),
            keyedObjects
        ),
        Example(
            "a relationship to objects that become one, declared after",
            StageExample(keyed(false).reversed(), keyed(true).reversed()).settling("B", keep(.first))
                .settling("A", keep(.first)),
            keyedObjects
        ),
        Example(
            "a relationship to objects of the same entity",
            StageExample(
                [Entity("A", attributes: [text], relationships: [one("up", "A")])],
                [unique("A", [text], [one("up", "A")], by: ["t", "up"])]
            ).settling("A", keep(.newest)),
            [
                ("A", 1, ["t": .text("x")], [:]), ("A", 2, ["t": .text("y")], ["up": [1]]),
                ("A", 3, ["t": .text("y")], ["up": [1]]), ("A", 4, ["t": .text("z")], ["up": [2]]),
                ("A", 5, ["t": .text("z")], ["up": [3]]),
            ]
        ),
    ]

    static func below(_ parent: String, _ entity: Entity) -> Entity {
        var copy: Entity = entity
        copy.parent = parent
        return copy
    }

    private static func keyed(_ isUnique: Bool) -> [Entity] {
        isUnique
            ? [unique("B", [text], by: ["t"]), unique("A", [text], [one("b", "B")], by: ["b", "t"])]
            : [Entity("B", attributes: [text]), Entity("A", attributes: [text], relationships: [one("b", "B")])]
    }

    private static let keyedObjects: Objects = [
        ("A", 1, ["t": .text("x")], ["b": [1]]), ("A", 2, ["t": .text("x")], ["b": [2]]),
        ("A", 3, ["t": .text("y")], ["b": [2]]), ("B", 1, ["t": .text("b")], [:]), ("B", 2, ["t": .text("b")], [:]),
    ]
}
