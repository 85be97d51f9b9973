import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

extension Drift {
    fileprivate var isProgram: Bool {
        if case .missingObject = self { true } else { false }
    }
}

/// The result of verifying.
@Suite struct VerifierTests {
    private static let schema: Schema = .notes(
        Entity(
            "Note",
            attributes: ScalarType.allCases.map { Attribute("a_\($0)", .scalar($0), isOptional: true) },
            relationships: [.toOne("tag", "Tag", isOptional: true)]
        ),
        Entity("Tag", relationships: [.toMany("friends", "Tag")])
    )

    @Test(
        "differences of tables",
        arguments: [
            ("DROP INDEX apus_index_Note_tag", Drift.missingIndex(table: "Note", columns: ["tag"], isUnique: false)),
            ("DROP TABLE Tag_friends", .missingTable("Tag_friends")),
            ("ALTER TABLE Note DROP COLUMN a_date", .missingColumn(table: "Note", column: "a_date")),
            (
                "ALTER TABLE Note DROP COLUMN a_date; ALTER TABLE Note ADD a_date TEXT",
                .changedColumn(table: "Note", column: "a_date", expected: "REAL", found: "TEXT")
            ),
            (
                "ALTER TABLE Note DROP COLUMN a_date; ALTER TABLE Note ADD a_date REAL NOT NULL DEFAULT 0",
                .changedColumn(table: "Note", column: "a_date", expected: "REAL", found: "REAL NOT NULL")
            ),
            (
                "DROP TABLE Tag; CREATE TABLE Tag (\"_id\" INTEGER PRIMARY KEY) STRICT",
                .missingClause(table: "Tag", clause: "AUTOINCREMENT")
            ),
            (
                "DROP TABLE Tag; CREATE TABLE Tag (\"_id\" INTEGER PRIMARY KEY AUTOINCREMENT)",
                .missingClause(table: "Tag", clause: "STRICT")
            ),
            (
                "DROP INDEX apus_index_Note_tag; ALTER TABLE Note DROP COLUMN tag; ALTER TABLE Note ADD tag INTEGER; CREATE INDEX t ON Note (tag)",
                .missingForeignKey(table: "Note", column: "tag", references: "Tag")
            ),
        ]
    )
    func drifts(sql: String, drift: Drift) throws {
        // They refer to the columns, and would prevent the change.
        let triggers: [String] = try Trial([Self.schema]).rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        let trial = try Trial([Self.schema], triggers.map { "DROP TRIGGER \($0);" }.joined() + sql)
        let verification: Verification = try Verifier.verify(trial.url)
        #expect(verification.drifts.filter { !$0.isProgram } == [drift])
        #expect(!verification.isSound)
        #expect(!drift.description.isEmpty)
    }

    @Test(
        "values that do not have their type",
        arguments: [
            ("a_bool", "2"), ("a_int16", "32768"), ("a_int16", "-32769"), ("a_int32", "2147483648"),
            ("a_uuid", "x'00'"),
            ("a_decimal", "'1.50'"), ("a_decimal", "'x'"), ("a_float", "0.1"), ("a_date", "9e999"), ("tag", "77"),
        ]
    )
    func values(column: String, value: String) throws {
        let good = "INSERT INTO Note (\(column)) VALUES (NULL);"
        let trial = try Trial([Self.schema], good)
        #expect(try Verifier.verify(trial.url).isSound)
        // The store's own triggers would refuse it.
        let triggers: [String] = try trial.rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
        try trial.run("DROP TRIGGER apus_rules_insert_Note; INSERT INTO Note (\(column)) VALUES (\(value))")
        for trigger in triggers where trigger.contains("apus_rules_insert_Note") { try trial.run(trigger) }
        let verification: Verification = try Verifier.verify(trial.url)
        #expect(verification.badValues.map(\.column) == [column])
        #expect(verification.badValues.map(\.count) == [1])
        #expect(!verification.isSound)
    }

    @Test func goodValues() throws {
        let trial = try Trial(
            [Self.schema],
            """
            INSERT INTO Tag DEFAULT VALUES;
            INSERT INTO Note (a_bool, a_int16, a_int32, a_uuid, a_decimal, a_float, a_date, tag)
            VALUES (1, -32768, 2147483647, zeroblob(16), '-1.5', 0.5, 1.7976931348623157e308, 1);
            """
        )
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("verifying writes nothing")
    func leavesNoTrace() throws {
        let trial = try Trial([Self.schema], "INSERT INTO Note DEFAULT VALUES")
        let before: [String: Data] = try trial.bytes()
        _ = try Verifier.verify(trial.url)
        _ = try StoreStatus(of: trial.url)
        _ = try Migrator(planner: trial.planner).plan(trial.url)
        #expect(try trial.bytes() == before)
    }

    @Test("a virtual table whose module is missing is not an obstacle")
    func missingModules() throws {
        let trial = try Trial(
            AllOrNothingTests.schemas,
            """
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_schema VALUES ('table', 'odd', 'odd', 0, 'CREATE VIRTUAL TABLE odd USING nowhere (a)');
            """
        )
        #expect(try Verifier.verify(trial.url).drifts == [.extraTable("odd")])
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test(
        "An index that needs something of the app is named, and the other tables are checked",
        arguments: ["CREATE INDEX x ON Note (myFunction(text))", "CREATE INDEX x ON Note (text COLLATE mine)"]
    )
    func indexOfTheApp(sql: String) throws {
        let trial = try Trial([.note(Attribute("text", .string))], "INSERT INTO Note (text) VALUES ('a')")
        try trial.runAsApp(sql)
        let verification = try Verifier.verify(trial.url)
        #expect(verification.isSound)
        #expect(verification.uncheckedTables.count == 1)
        #expect(verification.uncheckedTables[0].hasPrefix("'Note': "))
    }
}
