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
        #expect(try StoreStatus(of: trial.url).format == 2)
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
}
