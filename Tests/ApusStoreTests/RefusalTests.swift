import ApusMigration
import ApusSchema
import ApusSeeding
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A file that is not a usable store is refused with its own error, and unchanged to the byte.
@Suite struct RefusalTests {
    private static let schemas: [Schema] = AllOrNothingTests.schemas

    /// An error's case, without its facts.
    private func name(_ error: StoreError?) -> String {
        String("\(error.map { "\($0.reason)" } ?? "none")".prefix { $0 != "(" })
    }

    private enum Work: String, CaseIterable {
        case plan, migrate, status, verify, open

        func run(_ trial: Trial) throws(StoreError) {
            switch self {
            case .plan: _ = try Migrator(planner: trial.planner).plan(trial.url)
            case .migrate: _ = try Migrator(planner: trial.planner).migrate(trial.url)
            case .status: _ = try StoreStatus(of: trial.url, model: trial.planner.history.model)
            case .verify: _ = try Verifier.verify(trial.url, model: trial.planner.history.model)
            case .open: _ = try Store.open(at: trial.url, planner: trial.planner)
            }
        }
    }

    /// Expects each operation to fail with an error of that name, and to leave no trace.
    private func refused(
        _ trial: Trial,
        _ expected: String,
        _ works: [Work] = Work.allCases,
        line: Int = #line
    ) throws {
        let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        let before: [String: Data] = try trial.bytes()
        for work in works {
            let error: StoreError? = #expect(throws: StoreError.self, "\(work)", sourceLocation: location) {
                try work.run(trial)
            }
            #expect(name(error) == expected, "\(work)", sourceLocation: location)
            let texts: [String] = (error?.diagnostics ?? []).map { "\($0)" }
            #expect(!texts.isEmpty && !texts.contains(""), "\(work)", sourceLocation: location)
            #expect(try trial.bytes() == before, "\(work) left a trace", sourceLocation: location)
        }
    }

    private func trial(holding data: Data?) throws -> Trial {
        let trial = try Trial(Self.schemas, AllOrNothingTests.fill(5000))
        try FileManager.default.removeItem(at: trial.url)
        try data?.write(to: trial.url)
        return trial
    }

    private func bytesOfStore() throws -> Data {
        let trial = try Trial(Self.schemas, AllOrNothingTests.fill(5000))
        return try Data(contentsOf: trial.url)
    }

    @Test func missing() throws {
        try refused(trial(holding: nil), "missing", [.plan, .migrate, .status, .verify])
    }

    @Test func folder() throws {
        let trial: Trial = try trial(holding: nil)
        try FileManager.default.createDirectory(at: trial.url, withIntermediateDirectories: false)
        for work in Work.allCases {
            let error: StoreError? = #expect(throws: StoreError.self) { try work.run(trial) }
            #expect(name(error) == "isDirectory")
        }
    }

    @Test func noDatabase() throws {
        try refused(trial(holding: Data()), "empty")
        try refused(trial(holding: Data("model: Trips\nentities:\n".utf8)), "notADatabase")
        try refused(trial(holding: Data("SQLite format 3\0".utf8)), "notADatabase")
        try refused(trial(holding: Data("SQLite format 3\0".utf8) + Data(repeating: 0xA5, count: 8000)), "notADatabase")
    }

    @Test func anotherDatabase() throws {
        let trial: Trial = try trial(holding: nil)
        try trial.run("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        try refused(trial, "notAStore")
    }

    @Test("truncated", arguments: [4096, 20_000, 0.5, 0.9])
    func truncated(at part: Double) throws {
        let whole: Data = try bytesOfStore()
        try refused(
            trial(holding: whole.prefix(part < 1 ? Int(Double(whole.count) * part) : Int(part))),
            "truncated"
        )
    }

    @Test func garbageInTheMiddle() throws {
        var data: Data = try bytesOfStore()
        let middle: Range<Int> = data.count / 3 / 4096 * 4096..<data.count / 2
        data.replaceSubrange(middle, with: Data(repeating: 0xA5, count: middle.count))
        let trial: Trial = try trial(holding: data)
        try refused(trial, "damaged", [.migrate, .open])
        let verification: Verification = try Verifier.verify(trial.url)
        #expect(!verification.isSound && !verification.damages.isEmpty)
        #expect(try trial.bytes() == ["store.sqlite": data])
    }

    @Test("no wrong byte in a store makes the process trap")
    func randomGarbage() throws {
        let whole: Data = try bytesOfStore()
        var random = SplitMix64(seed: 11)
        // A record begins with the types of its values: wrong ones result in values of types that no column allows.
        let record: Int = try #require(whole.firstRange(of: Data("Notes1".utf8))?.lowerBound)
        for round in 0..<150 {
            var data: Data = whole
            for _ in 0..<(round % 3 + 1) {
                let offsets: [Int] = [random.below(whole.count), random.below(30_000), record - 1 - random.below(8)]
                let offset = offsets[round / 3 % 3]
                data[offset] = UInt8(random.below(random.oneIn(2) ? 12 : 256))
            }
            let trial: Trial = try trial(holding: nil)
            for work in [Work.status, .verify, .migrate] {
                try data.write(to: trial.url)
                do { try work.run(trial) } catch { #expect(!error.diagnostics.isEmpty) }
                for name in try trial.bytes().keys { try FileManager.default.removeItem(at: trial.folder[name]) }
            }
        }
    }

    @Test func newerFormat() throws {
        try refused(Trial(Self.schemas, "PRAGMA user_version = 99"), "newerFormat")
    }

    @Test func otherModel() throws {
        let trial = try Trial(Self.schemas)
        let other = Schema(model: "Other", entities: Self.schemas[0].entities)
        try refused(trial.with([other]), "noSuchModel")
    }

    @Test(
        "the store's metadata must be readable",
        arguments: [
            "UPDATE apus_model SET version = 'x'", "UPDATE apus_model SET schema = '{}'",
            "DROP TABLE apus_model; CREATE TABLE apus_model (model, version, digest, schema, generation); INSERT INTO apus_model VALUES ('Notes', '1', NULL, x'ff', 1)",
            "DROP TABLE apus_model; CREATE TABLE apus_model (model, version, digest, schema, generation); INSERT INTO apus_model VALUES ('Notes', '1', NULL, NULL, 1)",
            "DROP TABLE apus_model; CREATE TABLE apus_model (model, version, digest, schema, generation); INSERT INTO apus_model VALUES ('Notes', '1', NULL, '{\"model\":\"Notes\",\"entities\":[]}', 'x')",
            "DROP TABLE apus_model; CREATE TABLE apus_model (model, version, digest, schema, generation); INSERT INTO apus_model VALUES (NULL, '1', NULL, '', 1)",
            "DROP TABLE apus_model",
        ]
    )
    func unreadable(sql: String) throws {
        let trial = try Trial(Self.schemas)
        try trial.run(sql)
        try refused(trial, "unreadableMetadata")
    }

    @Test func newerVersion() throws {
        let trial = try Trial(Self.schemas)
        try trial.migrate()
        try refused(trial.with([Self.schemas[0]]), "planning", [.plan, .migrate, .open])
    }

    @Test func otherSchemaUnderTheVersion() throws {
        let trial = try Trial(Self.schemas)
        try refused(trial.with([Self.schemas[1], Self.schemas[0]]), "planning", [.plan, .migrate, .open])
    }

    @Test func drifted() throws {
        try refused(Trial(Self.schemas, "ALTER TABLE Note DROP COLUMN text"), "drifted", [.migrate, .open])
    }

    @Test("a write lock is waited for, then the migration is refused; readers are not affected")
    func locked() throws {
        let trial = try Trial(Self.schemas, AllOrNothingTests.fill(10))
        let queue: DatabaseQueue = try trial.open()
        try queue.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE; DELETE FROM Note")
            let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
            #expect(name(error) == "locked")
            #expect(try StoreStatus(of: trial.url).rows.map(\.count) == [10])
            #expect(try Migrator(planner: trial.planner).plan(trial.url).stages.count == 1)
            try db.execute(sql: "ROLLBACK")
        }
        try queue.close()
        try trial.migrate()
    }

    @Test("the journal of another process that is writing needs no recovery")
    func journalInUse() throws {
        let trial = try Trial(Self.schemas, "PRAGMA journal_mode = DELETE;" + AllOrNothingTests.fill(10))
        let queue: DatabaseQueue = try trial.open()
        try queue.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE; DELETE FROM Note")
            #expect(try trial.bytes()["store.sqlite-journal"]?.isEmpty == false)
            #expect(try StoreStatus(of: trial.url).rows.map(\.count) == [10])
            try db.execute(sql: "ROLLBACK; BEGIN EXCLUSIVE")
            let error: StoreError? = #expect(throws: StoreError.self) { try StoreStatus(of: trial.url) }
            #expect(name(error) == "locked")
            try db.execute(sql: "ROLLBACK")
        }
        try queue.close()
    }

    @Test("an interrupted transaction is reported, left alone by readers, and rolled back by writers")
    func hotJournal() throws {
        let origin = try Trial(Self.schemas, "PRAGMA journal_mode = DELETE;" + AllOrNothingTests.fill(5000))
        let trial: Trial = try trial(holding: nil)
        let queue: DatabaseQueue = try origin.open()
        try queue.inDatabase { db in
            // A small cache writes dirty pages to the file long before the commit.
            try db.execute(sql: "PRAGMA cache_size = 5; BEGIN; UPDATE Note SET text = 'half'")
            for name in ["store.sqlite", "store.sqlite-journal"] {
                try FileManager.default.copyItem(at: origin.folder[name], to: trial.folder[name])
            }
            try db.execute(sql: "ROLLBACK")
        }
        try queue.close()
        try refused(trial, "needsRecovery", [.plan, .status, .verify])
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM Note WHERE text = 'half'") == ["0"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("a log that was left behind is read, and left to writers")
    func leftLog() throws {
        let origin = try Trial(Self.schemas, AllOrNothingTests.fill(10))
        let trial: Trial = try trial(holding: nil)
        let queue: DatabaseQueue = try origin.open()
        try queue.write { db in try db.execute(sql: "DELETE FROM Note WHERE _id > 7") }
        for name in ["store.sqlite", "store.sqlite-wal"] {
            try FileManager.default.copyItem(at: origin.folder[name], to: trial.folder[name])
        }
        try queue.close()
        let before: [String: Data] = try trial.bytes()
        #expect(try StoreStatus(of: trial.url).rows.map(\.count) == [7])
        #expect(try Verifier.verify(trial.url).isSound)
        for name in before.keys { #expect(try trial.bytes()[name] == before[name]) }
        try trial.migrate()
        #expect(try trial.rows("SELECT count(*) FROM Note") == ["7"])
    }

    @Test func existing() throws {
        let trial = try Trial(Self.schemas)
        let before: [String: Data] = try trial.bytes()
        let state = StoreState(version: nil, schema: Self.schemas[0])
        for work in [
            { try StoreCreation.create(trial.url, holding: state) },
            { try Seeder(rows: 1, seed: 1).seed(trial.url, holding: state) },
        ] {
            let error: StoreError? = #expect(throws: StoreError.self) { try work() }
            #expect(name(error) == "exists")
        }
        #expect(try trial.bytes() == before)
    }
}
