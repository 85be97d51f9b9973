import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Stores of the first format, which had no triggers.
@Suite struct FormatTests {
    @Test func aMigrationUpgradesTheFormat() throws {
        let trial = try Trial(
            [
                .note(Attribute("age", .int16)),
                .note(Attribute("age", .int16), Attribute("text", .string, isOptional: true)),
            ],
            """
            DROP TRIGGER apus_rules_insert_Note; DROP TRIGGER apus_rules_update_Note;
            PRAGMA user_version = 1; INSERT INTO Note (age) VALUES (7);
            """
        )
        try trial.migrate()
        #expect(try StoreStatus(of: trial.url).format == StoreFormat.number)
        let verification: Verification = try Verifier.verify(trial.url)
        #expect(verification.isSound && verification.drifts == [])
        #expect(throws: DatabaseError.self) { try trial.run("UPDATE Note SET age = 99999") }
        #expect(try trial.read { try Int.fetchAll($0, sql: "SELECT age FROM Note") } == [7])
    }

    @Test func aRefusedMigrationKeepsTheFormat() throws {
        let trial = try Trial(
            [.note(Attribute("age", .int16)), .note(Attribute("other", .string))],
            "PRAGMA user_version = 1"
        )
        #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(try StoreStatus(of: trial.url).format == 1)
    }

    @Test("The second format required keys in its tables, which are edited when an object may lack one")
    func keysWithoutObjects() throws {
        func schema(_ relationships: Relationship...) -> Schema {
            Schema(
                model: "M",
                entities: [
                    Entity("A", attributes: [Attribute("x", .int16)], relationships: relationships), Entity("B"),
                ]
            )
        }
        let first = schema(.toOne("b", "B"))
        let bench = try StoreBench(first, requiresKeys: true)
        try bench.run("INSERT INTO B (_id) VALUES (1); INSERT INTO A (_id, x, b) VALUES (1, 5, 1)")
        #expect(try bench.verify().isSound)
        #expect(try bench.verify().drifts == [])
        let last = schema(.toOne("b", "B"), .toOne("c", "B"))
        let history = History(
            model: "M",
            entries: [
                History.Entry(Schema.Version(1), first),
                History.Entry(Schema.Version(2), schema(.toOne("b", "B", isOptional: true))),
                History.Entry(Schema.Version(3), last),
            ]
        )
        let report = try Migrator(planner: Planner(history: history, mappings: [])).migrate(bench.url)
        #expect(
            report.brokenRules.map { "\($0.column): \($0.count) \($0.problem)" } == ["c: 1 missing, although required"]
        )
        let verification = try bench.verify()
        #expect(verification.isSound && verification.drifts == [] && verification.badValues == report.brokenRules)
        #expect(try StoreStatus(of: bench.url).format == StoreFormat.number)
        // The next writing of the relationship has to set it; the rest of the object can be saved.
        try bench.run("UPDATE A SET x = 6")
        #expect(throws: DatabaseError.self) { try bench.run("UPDATE A SET b = NULL") }
        try bench.run("UPDATE A SET c = 1")
        #expect(try bench.verify().badValues == [])
    }

    private static let places: [Schema] = {
        var place = Entity("Place", attributes: [Attribute("x", .double), Attribute("y", .double)])
        place.indexes = [
            Entity.Index("map", [.init(.property(["x"])), .init(.property(["y"]))], kind: .rtree)
        ]
        var newer = place
        newer.attributes.append(Attribute("text", .string, isOptional: true))
        var flat = newer
        flat.indexes[0].elements.removeLast()
        return [.notes(place), .notes(newer), .notes(newer), .notes(flat)]
    }()

    private static let withoutRTree = """
        DROP TRIGGER "apus_rtree_Place.map_insert"; DROP TRIGGER "apus_rtree_Place.map_update";
        DROP TRIGGER "apus_rtree_Place.map_delete"; DROP TABLE "apus_rtree_Place.map";
        INSERT INTO Place (x, y) VALUES (1, 2), (3, 4);
        """

    @Test(
        "a migration makes the R-trees that stores of the first format do not have",
        arguments: [0..<2, 0..<3, 1..<3, 2..<4]
    )
    func rTrees(versions: Range<Int>) throws {
        let schemas = Array(Self.places[versions])
        let trial = try Trial(schemas, Self.withoutRTree + "PRAGMA user_version = 1")
        #expect(try !trial.migrator().plan(trial.url).isEmpty)
        try trial.migrate()
        let verification = try Verifier.verify(trial.url)
        #expect(verification.isSound && verification.drifts == [])
        #expect(try trial.rows("SELECT id FROM \"apus_rtree_Place.map\"") == ["1", "2"])
    }

    @Test(
        "an R-tree of a later format that was dropped is missing, as an index is",
        arguments: [
            ("", Drift.missingObject(type: "table", name: "apus_rtree_Place.map")),
            (
                "CREATE TABLE \"apus_rtree_Place.map\" (mine)",
                .missingObject(type: "table", name: "apus_rtree_Place.map")
            ),
            (
                "CREATE VIRTUAL TABLE \"apus_rtree_Place.map\" USING rtree(id, a, b)",
                .changedObject(type: "table", name: "apus_rtree_Place.map")
            ),
        ]
    )
    func droppedRTrees(instead: String, drift: Drift) throws {
        let trial = try Trial(Self.places, Self.withoutRTree + instead)
        let before = try trial.bytes()
        for action in [{ _ = try trial.migrator().plan(trial.url) }, { _ = try trial.migrate() }] {
            let error = #expect(throws: StoreError.self) { try action() }
            #expect(error?.reason == .drifted([drift]))
        }
        #expect(try trial.bytes() == before)
    }
}
