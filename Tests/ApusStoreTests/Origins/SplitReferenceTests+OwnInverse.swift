import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Two relationships that are inverses of each other, of which origins make one that is its own inverse.
extension SplitReferenceTests {
    struct OwnInverse: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let older: [Entity]
        let newer: Entity
        let origin: [String]
        let rows: String

        static let all: [OwnInverse] = [
            OwnInverse(
                testDescription: "one-to-one within an entity",
                older: within(one("r", "A", "b"), one("b", "A", "r")),
                newer: Entity("B", relationships: [one("r", "B", "r", was: "b")]),
                origin: ["A"],
                rows: "INSERT INTO A (_id, b) VALUES (1, NULL), (2, 1), (3, NULL)"
            ),
            OwnInverse(
                testDescription: "one-to-many within an entity",
                older: within(one("up", "A", "downs"), .toMany("downs", "A", inverse: "up")),
                newer: Entity("B", relationships: [one("downs", "B", "downs", was: "up")]),
                origin: ["A"],
                rows: "INSERT INTO A (_id, up) VALUES (1, NULL), (2, 1), (3, 2)"
            ),
            OwnInverse(
                testDescription: "one-to-one between entities that become one",
                older: between(one("b", "D", "r"), one("r", "C", "b")),
                newer: Entity("D", relationships: [one("r", "D", "r", was: "b")]),
                origin: ["C", "D"],
                rows: "INSERT INTO D (_id) VALUES (1), (2); INSERT INTO C (_id, b) VALUES (1, 1), (2, NULL)"
            ),
            OwnInverse(
                testDescription: "many-to-many between entities that become one",
                older: between(.toMany("b", "D", inverse: "r"), .toMany("r", "C", inverse: "b")),
                newer: Entity("D", relationships: [.toMany("r", "D", inverse: "r", originalName: "b")]),
                origin: ["D", "C"],
                rows: """
                    INSERT INTO D (_id) VALUES (1), (2); INSERT INTO C (_id) VALUES (1), (2);
                    INSERT INTO C_b VALUES (1, 1), (1, 2)
                    """
            ),
        ]

        private static func one(_ name: String, _ to: String, _ inverse: String, was: String? = nil) -> Relationship {
            .toOne(name, to, isOptional: true, inverse: inverse, originalName: was)
        }

        private static func within(_ one: Relationship, _ other: Relationship) -> [Entity] {
            [Entity("A", relationships: [one, other])]
        }

        private static func between(_ ofC: Relationship, _ ofD: Relationship) -> [Entity] {
            [Entity("C", relationships: [ofC]), Entity("D", relationships: [ofD])]
        }
    }

    @Test("Two sides do not become one that is its own inverse", arguments: OwnInverse.all)
    func ownInverse(example: OwnInverse) throws {
        let line: Mapping.Line = .entity(example.newer.name, [Mapping.Origin(example.origin)])
        let trial = try trial([example.older, [example.newer]], [[line]], example.rows)
        #expect(try message(trial).contains("AP307"))
    }

    @Test("A relationship that takes its inverse's name keeps its own direction", arguments: [true, false])
    func inverseNameTaken(holdsKey: Bool) throws {
        let trial = try trial(
            [
                [
                    Entity(
                        "A",
                        relationships: [
                            .toOne("r", "A", isOptional: true, inverse: "b", holdsKey: holdsKey),
                            .toOne("b", "A", isOptional: true, inverse: "r", holdsKey: !holdsKey),
                        ]
                    )
                ],
                [Entity("B", relationships: [.toOne("r", "B", isOptional: true, originalName: "b")])],
            ],
            [[.entity("B", [Mapping.Origin(["A"])])]],
            holdsKey
                ? "INSERT INTO A (_id, r) VALUES (1, 2), (2, NULL), (3, NULL)"
                : "INSERT INTO A (_id, b) VALUES (1, NULL), (2, 1), (3, NULL)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT _id, r FROM B ORDER BY 1") == ["1|NULL", "2|1", "3|NULL"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    // MARK: References that the mapping makes

    /// A mapping that makes references of a relationship that is its own inverse, with rows for which both objects have them, and
    /// rows for which one has.
    struct MadeOwnInverse: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let older: [Entity]
        let newer: [Entity]
        let lines: [Mapping.Line]
        let mutual: String
        let oneSided: String

        private static let friend = Relationship.toOne("friend", "A", isOptional: true)
        private static let text = Attribute("k", .string)
        private static let rows = "INSERT INTO A (_id, k) VALUES (1, 'a'), (2, 'b'), (3, 'a');"

        private static let family =
            "INSERT INTO A (_id, _entity, k) VALUES (1, 'A', 'a'), (2, 'C', 'b'), (3, 'C', 'a');"

        private static func newer(_ name: String, _ others: Relationship...) -> Entity {
            Entity(
                name,
                attributes: [text],
                relationships: [.toOne("r", name, isOptional: true, inverse: "r")] + others
            )
        }

        private static func line(_ entity: String, _ origins: Mapping.Origin...) -> Mapping.Line {
            .entity(entity, origins)
        }

        static let all: [MadeOwnInverse] = [
            MadeOwnInverse(
                testDescription: "values",
                older: [Entity("A", attributes: [text], relationships: [friend])],
                newer: [newer("A", friend)],
                lines: [.value(ElementPath("A", "r"), "$source.friend")],
                mutual: rows + "UPDATE A SET friend = 2 WHERE _id = 1; UPDATE A SET friend = 1 WHERE _id = 2",
                oneSided: rows + "UPDATE A SET friend = 2 WHERE _id = 1"
            ),
            MadeOwnInverse(
                testDescription: "a circle",
                older: [Entity("A", attributes: [text], relationships: [friend])],
                newer: [newer("A", friend)],
                lines: [.value(ElementPath("A", "r"), "$source.friend")],
                mutual: rows + "UPDATE A SET friend = _id",
                oneSided: rows + "UPDATE A SET friend = _id % 3 + 1"
            ),
            MadeOwnInverse(
                testDescription: "values of some objects, others keep what they had",
                older: [newer("A", friend), Entity("C", parent: "A")],
                newer: [newer("A", friend), Entity("C", parent: "A")],
                lines: [.value(ElementPath("C", "r"), "ifNull($source.r, $source.friend)")],
                mutual: family + "UPDATE A SET r = 3 - _id WHERE _id < 3",
                oneSided: family + "UPDATE A SET friend = 1 WHERE _id = 2"
            ),
            MadeOwnInverse(
                testDescription: "an entity with relationships",
                older: [Entity("A", attributes: [text], relationships: [friend])],
                newer: [newer("B")],
                lines: [line("B", Mapping.Origin(["A"], values: ["r": "$source.friend"]))],
                mutual: rows + "UPDATE A SET friend = 4 - _id WHERE _id != 2",
                oneSided: rows + "UPDATE A SET friend = 3 WHERE _id = 1"
            ),
            MadeOwnInverse(
                testDescription: "find",
                older: [Entity("A", attributes: [text, Attribute("other", .string, isOptional: true)])],
                newer: [
                    Entity(
                        "A",
                        attributes: [text, Attribute("other", .string, isOptional: true)],
                        relationships: [.toOne("r", "A", isOptional: true, inverse: "r")]
                    )
                ],
                lines: [.value(ElementPath("A", "r"), "find(A, k == $source.other)")],
                mutual: "INSERT INTO A (_id, k, other) VALUES (1, 'a', 'b'), (2, 'b', 'a'), (3, 'c', 'none')",
                oneSided: "INSERT INTO A (_id, k, other) VALUES (1, 'a', 'b'), (2, 'b', NULL)"
            ),
            MadeOwnInverse(
                testDescription: "same, where not all objects become two",
                older: [Entity("A", attributes: [text])],
                newer: [newer("P")],
                lines: [
                    line(
                        "P",
                        Mapping.Origin(["A"], values: ["r": "same(two)"], as: "one"),
                        Mapping.Origin(
                            ["A"],
                            where: "k != 'c'",
                            values: ["r": "TERNARY(k == 'b', same(one), NIL)"],
                            as: "two"
                        )
                    )
                ],
                mutual: "INSERT INTO A (_id, k) VALUES (1, 'b'), (2, 'c')",
                oneSided: rows
            ),
        ]
    }

    @Test("References that the mapping makes are returned, or stop the migration", arguments: MadeOwnInverse.all)
    func made(example: MadeOwnInverse) throws {
        let mutual = try trial([example.older, example.newer], [example.lines], example.mutual)
        try mutual.migrate()
        let name = example.newer[0].name
        #expect(try mutual.rows("SELECT r FROM \(name) WHERE r IS NOT NULL").count >= 2)
        #expect(try Verifier.verify(mutual.url).isSound)
        let oneSided = try trial([example.older, example.newer], [example.lines], example.oneSided)
        #expect(try message(oneSided).contains("that the mapping makes in '\(name).r' would not be returned"))
    }

    @Test("The stop says how to give up what is not returned", arguments: MadeOwnInverse.all)
    func givenUp(example: MadeOwnInverse) throws {
        let name = example.newer[0].name
        let oneSided = try trial([example.older, example.newer], [example.lines], example.oneSided)
        #expect(try message(oneSided).contains("'duplicates: { \(name).r: first }'"))
        for rows in [example.mutual, example.oneSided] {
            let lines = example.lines + [.duplicates(ElementPath(name, "r"), .first)]
            let trial = try trial([example.older, example.newer], [lines], rows)
            try trial.migrate()
            #expect(
                try trial.rows("SELECT 1 FROM \(name) AS a JOIN \(name) AS b ON a.r = b._id WHERE b.r IS NOT a._id")
                    == []
            )
            #expect(try rows != example.mutual || trial.rows("SELECT r FROM \(name) WHERE r IS NOT NULL").count >= 2)
            #expect(try Verifier.verify(trial.url).isSound)
        }
    }

    @Test("Of objects that become one, only the references stay that are returned, as the loss is accepted")
    func distinct() throws {
        func entity(_ name: String) -> Entity {
            Entity(name, attributes: kind, relationships: [.toOne("r", name, isOptional: true, inverse: "r")])
        }
        let lines: [Mapping.Line] = [
            .entity("B", [Mapping.Origin(["A"], distinct: ["k"])]), .accept(ElementPath("A", "r")),
        ]
        let trial = try trial(
            [[entity("A")], [entity("B")]],
            [lines],
            """
            INSERT INTO A (_id, k) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'a');
            UPDATE A SET r = 6 - _id WHERE _id IN (2, 4); UPDATE A SET r = 8 - _id WHERE _id IN (3, 5)
            """
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT k, r FROM B ORDER BY 1") == ["a|NULL", "b|4", "c|NULL", "d|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }
}
