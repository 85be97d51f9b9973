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
}
