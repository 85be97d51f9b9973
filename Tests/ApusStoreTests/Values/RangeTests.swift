import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Computed and generated values that their types cannot hold: the plan and the migration refuse them.
@Suite struct RangeTests {
    /// The failures that the plan finds; the migration finds the same, and changes nothing.
    private func failures(_ trial: Trial) throws -> [FailedValues] {
        let before: [String: Data] = try trial.bytes()
        let planned: StoreError? = #expect(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        let migrated: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(try trial.bytes() == before)
        #expect(planned?.reason == migrated?.reason)
        guard case .failedValues(let failures)? = migrated?.reason else { return [] }
        return failures
    }

    @Test("More rows than an int16 has numbers") func rowNumbers() throws {
        let trial = try Trial(
            [.note(Attribute("a", .int32)), .note(Attribute("a", .int32), Attribute("n", .int16))],
            mappings: [.stage(fill: [("Note.n", .generated(.rowNumber))])],
            """
            INSERT INTO Note (a) WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 32770) \
            SELECT i FROM r
            """
        )
        let found = try failures(trial)
        #expect(found.map(\.count) == [3] && found.first?.requirement == .range(.int16))
        #expect(found.first?.samples.map(\.problem) == ["32768", "32769", "32770"])
    }

    @Test("Sums and counts that are too great", arguments: [ScalarType.int16, .int32, .int64])
    func sums(type: ScalarType) throws {
        func schema(_ attributes: [Attribute]) -> Schema {
            .notes(
                Entity(
                    "Note",
                    attributes: attributes,
                    relationships: [.toMany("items", "Item", inverse: "note")]
                ),
                Entity(
                    "Item",
                    attributes: [Attribute("p", .int64)],
                    relationships: [.toOne("note", "Note", isOptional: true, inverse: "items")]
                )
            )
        }
        var sum = Attribute("z", .scalar(type), isOptional: true)
        sum.derivation = .sum(["items"], of: "p")
        let greatest: Int64 = type.integerRange?.upperBound ?? 0
        func trial(_ more: Int64) throws -> Trial {
            try Trial(
                [schema([Attribute("a", .int32, isOptional: true)]), schema([sum])],
                accept: ["Note.a"],
                """
                INSERT INTO Note (_id) VALUES (1), (2);
                INSERT INTO Item (note, p) VALUES (1, 1), (2, \(greatest)), (2, \(more))
                """
            )
        }
        let found = try failures(trial(type == .int64 ? greatest : 1))
        #expect(found.map(\.count) == [1] && found.first?.requirement == .range(type))
        #expect(found.first?.path == ElementPath("Note", "z") && found.first?.samples.map(\.identity) == [2])
        let fitting = try trial(0)
        try fitting.migrate()
        #expect(try fitting.rows("SELECT z FROM Note ORDER BY _id") == ["1", "\(greatest)"])
    }

    @Test("A thousand columns become required at once") func wide() throws {
        func schema(_ isOptional: Bool) -> Schema {
            Schema(
                model: "Notes",
                entities: [
                    Entity(
                        "Note",
                        attributes: (0..<1100).map { number in
                            Attribute(
                                "x\(number)",
                                .int32,
                                isOptional: isOptional,
                                default: isOptional ? nil : .int(1)
                            )
                        }
                    )
                ]
            )
        }
        let trial = try Trial([schema(true), schema(false)], "INSERT INTO Note (x7) VALUES (5)")
        try trial.migrate()
        #expect(try trial.rows("SELECT x0, x7, x1099 FROM Note") == ["1|5|1"])
        #expect(try Verifier.verify(trial.url).isSound)
    }
}
