import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// No trigger fires in a migration, whatever table it is on, and nothing is written after the final checks.
@Suite struct TriggerTests {
    static let ways: [[Schema]] = [
        // The catalogue, the rows in place, a rebuild, a dropped column.
        [
            .note(Attribute("text", .string), Attribute("size", .int16)),
            .note(Attribute("text", .string), Attribute("size", .int32)),
        ],
        [
            .note(Attribute("text", .string), Attribute("size", .int16, isOptional: true)),
            .note(Attribute("text", .string), Attribute("size", .int16, default: .int(7))),
        ],
        [
            .note(Attribute("text", .string), Attribute("size", .int16)),
            .note(Attribute("text", .string), Attribute("size", .string)),
        ],
        [.note(Attribute("text", .string), Attribute("size", .int16)), .note(Attribute("text", .string))],
    ]

    @Test(arguments: ways, ["apus_log", "apus_model", "Note", "audit"])
    func noTriggerFires(schemas: [Schema], table: String) throws {
        for event in ["INSERT", "UPDATE", "DELETE"] {
            for time in ["BEFORE", "AFTER"] {
                let trial = try Trial(
                    schemas,
                    accept: ["Note.size"],
                    """
                    INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2);
                    CREATE TABLE audit (line TEXT);
                    CREATE TABLE fired (line TEXT);
                    CREATE TRIGGER hostile \(time) \(event) ON \(table) BEGIN
                      DELETE FROM Note;
                      INSERT INTO fired VALUES ('!');
                    END;
                    """
                )
                try trial.migrate()
                #expect(try trial.rows("SELECT text FROM Note ORDER BY _id") == ["a", "b"], "\(time) \(event)")
                #expect(try trial.rows("SELECT count(*) FROM fired") == ["0"])
                #expect(try trial.rows("SELECT count(*) FROM apus_log") == ["1"])
                #expect(try trial.rows("SELECT count(*) FROM sqlite_schema WHERE name = 'hostile'") == ["1"])
            }
        }
    }

    @Test("An index over the descriptions cannot delete another model's") func uniqueDescriptions() throws {
        let bench = try StoreBench(Self.ways[0][0], Schema(model: "Other", entities: [Entity("Thing")]))
        try bench.run(
            "CREATE UNIQUE INDEX one ON apus_model ((1)) WHERE generation > 1; UPDATE apus_model SET generation = 5 WHERE model = 'Other'"
        )
        let trial = try Trial(Self.ways[0])
        let error = try #require(throws: StoreError.self) { try trial.migrator().migrate(bench.url) }
        #expect("\(error)".contains("UNIQUE"), "\(error)")
        #expect(try StoreInspection(of: bench.url).models.map(\.description.model) == ["Notes", "Other"])
    }

    @Test("Of two models in a file, each is migrated, whatever the other's schema is", arguments: [true, false])
    func otherModel(isReadable: Bool) throws {
        let bench = try StoreBench(Self.ways[0][0], Schema(model: "Other", entities: [Entity("Thing")]))
        if !isReadable {
            try bench.run("UPDATE apus_model SET schema = json_set(schema, '$.newThing', 1) WHERE model = 'Other'")
        }
        let migrator = try Trial(Self.ways[0]).migrator()
        #expect(try !migrator.plan(bench.url).isEmpty)
        try migrator.migrate(bench.url)
        #expect(try migrator.plan(bench.url).isEmpty)
    }

    @Test("A constraint of the log that replaces its rows is refused by name", arguments: ["REPLACE", "IGNORE"])
    func replacingConstraint(resolution: String) throws {
        let trial = try Trial(Self.ways[2])
        let made = try trial.rows("SELECT sql FROM sqlite_schema WHERE name = 'apus_log'")[0]
        let changed = made.replacingOccurrences(
            of: "summary TEXT NOT NULL",
            with: "summary TEXT NOT NULL, UNIQUE (model) ON CONFLICT \(resolution)"
        )
        try trial.run("DROP TABLE apus_log; \(changed)")
        let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        #expect(throws: planned) { try trial.migrate() }
        guard case .wouldLose(.clause(let clause, table: "apus_log")) = planned.reason else {
            Issue.record("another error: \(String(describing: planned))")
            return
        }
        #expect(clause.hasSuffix("ON CONFLICT \(resolution)"))
    }

    @Test(
        "Two models with one table are refused by name, also if the schema of the other is one of a newer Apus",
        arguments: [["Note", "Other"], ["Note", "More"]],
        [true, false]
    )
    func sharedTable(names: [String], isReadable: Bool) throws {
        let old = Schema(model: "Notes", entities: [Entity("Note", attributes: [Attribute("size", .int16)])])
        let new = Schema(
            model: "Notes",
            entities: [Entity("Note", attributes: [Attribute("size", .string)]), Entity(names[1])]
        )
        let shared = names[1] == "More" ? Entity("More") : old.entities[0]
        let bench = try StoreBench(old, Schema(model: "Others", entities: [Entity("Thing")]))
        let other = Schema(model: "Others", entities: [shared])
        try bench.run(
            "UPDATE apus_model SET schema = '\(String(decoding: other.json, as: UTF8.self))' WHERE model = 'Others'"
        )
        if !isReadable {
            try bench.run("UPDATE apus_model SET schema = json_set(schema, '$.newThing', 1) WHERE model = 'Others'")
        }
        let trial = try Trial([old, new])
        let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(bench.url) }
        #expect(throws: planned) { try trial.migrator().migrate(bench.url) }
        #expect(planned.reason == .unreadableMetadata(.sharedTable(shared.name, models: ["Notes", "Others"])))
    }

    @Test(
        "A check that rows of a table break is no damage of the file",
        arguments: ["apus_log", "apus_model", "mine"],
        [StoreChecks.usual, .full]
    )
    func brokenCheck(table: String, checks: StoreChecks) throws {
        let trial = try Trial(Self.ways[2], "CREATE TABLE mine (model); INSERT INTO mine VALUES ('Notes')")
        try trial.run(
            """
            INSERT INTO apus_log VALUES (1, 'Notes', '1', '1', '', 0, 0, '');
            PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'model TEXT NOT NULL', 'model TEXT NOT NULL CHECK (model > ''X'')')
            WHERE name = '\(table)';
            UPDATE sqlite_schema SET sql = replace(sql, '(model)', '(model CHECK (model > ''X''))') WHERE name = '\(table)';
            PRAGMA writable_schema = RESET; PRAGMA wal_checkpoint(TRUNCATE)
            """
        )
        let before = try trial.bytes()
        var migrator = trial.migrator()
        migrator.checks = checks
        if table == "mine" {
            _ = try migrator.plan(trial.url)
            try migrator.migrate(trial.url)
            return
        }
        let planned = try #require(throws: StoreError.self) { try migrator.plan(trial.url) }
        #expect(throws: planned) { try migrator.migrate(trial.url) }
        let message = "error in a table of Apus: CHECK constraint failed: model > 'X'"
        #expect(planned.reason == .brokenViewOrTrigger(isBefore: true, message: message))
        #expect(try trial.bytes()["store.sqlite"] == before["store.sqlite"])
    }

    @Test(
        "Apus' own tables are looked at before the first write",
        arguments: [
            "DROP TABLE apus_log", "DROP TABLE apus_log; CREATE VIEW apus_log AS SELECT * FROM apus_model",
            "ALTER TABLE apus_log ADD COLUMN x INTEGER NOT NULL DEFAULT NULL",
            "CREATE UNIQUE INDEX x ON apus_log ((1)); INSERT INTO apus_log VALUES (1, '', '', '', '', 1, 1, '')",
            "INSERT INTO apus_log VALUES (9223372036854775807, '', '', '', '', 1, 1, '')",
        ]
    )
    func ownTables(sql: String) throws {
        let trial = try Trial(Self.ways[2])
        do { try trial.run(sql) } catch { return #expect(sql.contains("NOT NULL"), "\(error)") }
        let before = try trial.bytes()
        let planned = #expect(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        let migrated = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(planned == migrated)
        // A full log is sound nevertheless.
        if let planned, case .unreadableMetadata(let problem) = planned.reason, problem != .fullLog {
            #expect(throws: planned) { try Verifier.verify(trial.url) }
        }
        #expect(try trial.bytes() == before)
        if case .diskFull? = planned?.reason { Issue.record("\(sql): the disk is not full") }
    }
}
