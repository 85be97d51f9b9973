import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// What the store computes after the code of a stage.
@Suite struct StageCodeTests {
    /// Code that runs SQL on the newer version.
    private struct Statement: StageCode {
        let declaration = SwiftStage("Stages.write", version: 1)
        let runsBefore = false
        let runsAfter = true
        let sql: String

        func foreignClasses(from old: Schema, to new: Schema) -> String? { nil }

        func runBefore(_ older: Store, _ work: StageWork) throws {}

        func runAfter(_ older: Store, _ newer: Store, _ work: StageWork) throws {
            try newer.database.unsafeReentrantWrite { try $0.execute(sql: sql) }
        }
    }

    /// Code that fails for an object.
    private struct Failing: StageCode {
        let declaration = SwiftStage("Stages.write", version: 1)
        let runsBefore = true
        let runsAfter = false
        let error: any Error

        func foreignClasses(from old: Schema, to new: Schema) -> String? { nil }

        func runBefore(_ older: Store, _ work: StageWork) throws { throw StageFailure("Tag", row: 2, error) }

        func runAfter(_ older: Store, _ newer: Store, _ work: StageWork) throws {}
    }

    private static func trial(_ schema: Schema, _ rows: String) throws -> Trial {
        let trial = try Trial(
            [schema, schema],
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [.swift(SwiftStage("Stages.write", version: 1))]
                )
            ]
        )
        try trial.runAsRuntime(rows)
        return trial
    }

    private func migrate(_ trial: Trial, _ sql: String) throws {
        var migrator = trial.migrator()
        migrator.code = MigrationCode(functions: [], stageCode: [Statement(sql: sql)])
        try migrator.migrate(trial.url)
    }

    private static func names() throws -> Trial {
        var lower = Attribute("lower", .string, isOptional: true)
        lower.derivation = Derivation("lowercase:(name)")
        lower.isUnique = true
        let schema = Schema(model: "M", entities: [Entity("Tag", attributes: [Attribute("name", .string), lower])])
        return try trial(schema, "INSERT INTO Tag (_id, name) VALUES (1, 'A'), (2, 'B'), (3, 'C')")
    }

    @Test("Objects may take the values of others in a unique derived attribute")
    func swaps() throws {
        let trial = try Self.names()
        try migrate(trial, "UPDATE Tag SET name = CASE name WHEN 'A' THEN 'B' WHEN 'B' THEN 'A' ELSE name END")
        #expect(try trial.rows("SELECT _id, name, lower FROM Tag ORDER BY _id") == ["1|B|b", "2|A|a", "3|C|c"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("An object may take a value of another one that is unique together with a derived attribute")
    func swapsTogether() throws {
        var lower = Attribute("lower", .string, isOptional: true)
        lower.derivation = Derivation("lowercase:(name)")
        var tag = Entity("Tag", attributes: [Attribute("name", .string), Attribute("number", .int32), lower])
        tag.uniquenessConstraints = [["lower", "number"]]
        let trial = try Self.trial(
            Schema(model: "M", entities: [tag]),
            "INSERT INTO Tag (_id, name, number) VALUES (1, 'A', 1), (2, 'A', 2)"
        )
        // Until it is computed, the first one has 'a' as well.
        try migrate(trial, "UPDATE Tag SET name = 'B' WHERE _id = 1; UPDATE Tag SET number = 1 WHERE _id = 2")
        #expect(try trial.rows("SELECT lower, number FROM Tag ORDER BY _id") == ["b|1", "a|1"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("Equal values of a unique derived attribute fail, and leave the store as it was")
    func duplicates() throws {
        let trial = try Self.names()
        let error = #expect(throws: StoreError.self) {
            try migrate(trial, "UPDATE Tag SET name = 'a' WHERE _id = 2")
        }
        #expect(
            error.map { "\($0)" }?.contains("Stages.write failed: 1 value of 'Tag.lower' is not unique") == true,
            "\(error as Any)"
        )
        #expect(try trial.rows("SELECT _id, name, lower FROM Tag ORDER BY _id") == ["1|A|a", "2|B|b", "3|C|c"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("R-trees have what the code has written")
    func rTrees() throws {
        var place = Entity("Place", attributes: [Attribute("x", .double), Attribute("y", .double)])
        place.indexes = [Entity.Index("map", [.init(.property(["x"])), .init(.property(["y"]))], kind: .rtree)]
        let trial = try Self.trial(
            Schema(model: "M", entities: [place]),
            "INSERT INTO Place (_id, x, y) VALUES (1, 1, 1), (2, 2, 2)"
        )
        try migrate(
            trial,
            "UPDATE Place SET x = 7 WHERE _id = 1; DELETE FROM Place WHERE _id = 2; INSERT INTO Place (_id, x, y) VALUES (3, 5, 6)"
        )
        #expect(try trial.rows("SELECT * FROM \"apus_rtree_Place.map\"") == ["1|7.0|7.0|1.0|1.0", "3|5.0|5.0|6.0|6.0"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("Code that makes objects of another store of the container fails")
    func otherStore() throws {
        let trial = try Self.names()
        var migrator = trial.migrator()
        migrator.code = MigrationCode(functions: [], stageCode: [Statement(sql: "")])
        migrator.code.roots = ["Other"]
        let error = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
        #expect(error.map { "\($0)" }?.contains("objects of 'Tag' belong to another store") == true)
        migrator.code.roots = ["Tag"]
        try migrator.migrate(trial.url)
    }

    @Test(
        "An error of damaged pages says which object's row is on them, and other errors of the store stay as they are"
    )
    func damaged() throws {
        let trial = try Self.names()
        var migrator = trial.migrator()
        for (reason, expected) in [
            (StoreError.Reason.damaged("no page"), .damaged("'Tag' _id 2: no page")), (.diskFull, .diskFull),
        ] as [(StoreError.Reason, StoreError.Reason)] {
            let code = Failing(error: StoreError(trial.url.path, reason))
            migrator.code = MigrationCode(functions: [], stageCode: [code])
            let error = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
            #expect(error?.reason == expected)
        }
    }

    @Test("What takes objects with code longer is estimated")
    func estimate() throws {
        let trial = try Self.names()
        var migrator = trial.migrator()
        migrator.code = MigrationCode(functions: [], stageCode: [Statement(sql: "")])
        let estimate = try migrator.estimate(trial.url)
        #expect(estimate.seconds > 0 && estimate.bytesNeeded > 0)
    }

    @Test("A migration that is refused before its code runs leaves the files as they are")
    func refused() throws {
        let trial = try Self.names()
        var migrator = trial.migrator()
        migrator.code = MigrationCode(functions: [], stageCode: [Statement(sql: "")])
        migrator.mayMigrate = { _ in false }
        let files = trial.url.path + "-files"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        let file = files + "/" + UUID().uuidString
        try Data([1]).write(to: URL(fileURLWithPath: file))
        #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
        #expect(FileManager.default.fileExists(atPath: file))
    }
}
