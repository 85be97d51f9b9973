import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import ApusStore

/// Damage that costs nothing to find is found before the first write, and the rest if all pages are checked.
@Suite struct PageTests {
    static let versions: [Schema] = [
        .notes(
            Entity("Note", attributes: [Attribute("text", .string), Attribute("size", .int16)]),
            Entity("Other", attributes: [Attribute("text", .string)])
        ),
        .notes(
            Entity("Note", attributes: [Attribute("text", .string), Attribute("size", .string)]),
            Entity("Other", attributes: [Attribute("text", .string)])
        ),
    ]

    /// A store with free pages.
    private func trial() throws -> Trial {
        try Trial(
            Self.versions,
            """
            INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2); INSERT INTO Other (text) VALUES ('c');
            CREATE TABLE big (x); WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO big SELECT randomblob(1000) FROM n; DROP TABLE big; PRAGMA wal_checkpoint(TRUNCATE)
            """
        )
    }

    private func expectDamage(_ trial: Trial, _ text: String, checks: StoreChecks = .usual) throws {
        let before = try trial.bytes()
        var migrator = trial.migrator()
        migrator.checks = checks
        let planned = try #require(throws: StoreError.self) { try migrator.plan(trial.url) }
        #expect(throws: planned) { try migrator.migrate(trial.url) }
        guard case .damaged(let message) = planned.reason else {
            Issue.record("another error: \(String(describing: planned))")
            return
        }
        #expect(message.contains(text), "\(message)")
        #expect(try trial.bytes()["store.sqlite"] == before["store.sqlite"])
    }

    @Test(
        "What the header says of free pages and of where tables end",
        arguments: [
            (36, [255, 255, 255, 255], "free pages"), (52, [0, 0, 0, 3], "end at"), (64, [0, 0, 0, 1], "end at"),
        ]
    )
    func header(offset: Int, bytes: [UInt8], text: String) throws {
        let trial = try trial()
        var data = try Data(contentsOf: trial.url)
        data.replaceSubrange(offset..<offset + 4, with: bytes)
        try data.write(to: trial.url)
        try expectDamage(trial, text)
    }

    @Test("A header for a newer SQLite, which reads the file but does not write it") func writeVersion() throws {
        let trial = try trial()
        var data = try Data(contentsOf: trial.url)
        data[18] = 3
        try data.write(to: trial.url)
        try expectDamage(trial, "newer SQLite")
    }

    @Test("A header that reserves bytes of each page that are not reserved", arguments: [UInt8(1), 4, 8, 32, 100, 255])
    func reservedBytes(count: UInt8) throws {
        for isCompact in [false, true] {
            let trial = try trial()
            if isCompact { try trial.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") }
            var data = try Data(contentsOf: trial.url)
            data[20] = count
            try data.write(to: trial.url)
            let planned = Result { try trial.migrator().plan(trial.url) }
            let migrated = Result { try trial.migrator().migrate(trial.url) }
            switch (planned, migrated) {
            case (.failure(let one as StoreError), .failure(let other as StoreError)):
                #expect(one == other)
                if case .damaged = one.reason { continue }
                Issue.record("\(count) \(isCompact): \(one.description)")
            case (.success, .success): #expect(try trial.rows("PRAGMA integrity_check") == ["ok"], "\(count)")
            default: Issue.record("\(count) \(isCompact): \(planned), \(migrated)")
            }
        }
    }

    @Test("A store whose pages have reserved bytes is migrated", arguments: [8, 38]) func trulyReservedBytes(
        count: Int32
    ) throws {
        let trial = try trial()
        let queue = try trial.open()
        try queue.writeWithoutTransaction { db in
            var bytes = count
            #expect(sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes) == SQLITE_OK)
            try db.execute(sql: "PRAGMA journal_mode = DELETE; VACUUM; PRAGMA journal_mode = WAL")
        }
        try queue.close()
        #expect(try Data(contentsOf: trial.url)[20] == UInt8(count))
        _ = try trial.migrator().plan(trial.url)
        try trial.migrate()
        #expect(try trial.rows("SELECT text, size FROM Note") == ["a|1", "b|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test(
        "Tables that begin at one page, outside the file, or at a free page",
        arguments: [
            ("(SELECT rootpage FROM sqlite_schema WHERE name = 'Note')", "begin at the same page"),
            ("1", "malformed"), ("1000000", "invalid rootpage"), ("free", "free"),
        ]
    )
    func roots(page: String, text: String) throws {
        let trial = try trial()
        var number = page
        if page == "free" {
            let bytes = try Data(contentsOf: trial.url)
            let trunk = bytes[32..<36].reduce(0) { $0 << 8 | Int($1) }
            number = "\(trunk)"
        }
        try trial.run(
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = \(number) WHERE name = 'Other';
            PRAGMA writable_schema = OFF; PRAGMA wal_checkpoint(TRUNCATE)
            """
        )
        try expectDamage(trial, text)
    }

    @Test func aListOfFreePagesThatIsNone() throws {
        let trial = try trial()
        var bytes = try Data(contentsOf: trial.url)
        let trunk = bytes[32..<36].reduce(0) { $0 << 8 | Int($1) }
        let page = bytes[16..<18].reduce(0) { $0 << 8 | Int($1) }
        // The list's first page names itself as the next one.
        bytes.replaceSubrange((trunk - 1) * page..<(trunk - 1) * page + 4, with: bytes[32..<36])
        try bytes.write(to: trial.url)
        try expectDamage(trial, "the list of free pages")
    }

    @Test(
        "Leaves of the list of free pages, also where the header says that there are fewer",
        arguments: [
            ("a root page", "free"), ("a root page, fewer", "the header says"),
            ("another leaf", "is not a list"),
            ("the trunk", "is not a list"), ("0", "is not a list"), ("1000000", "is not a list"),
            ("more leaves", "is not a list"),
        ]
    )
    func leaves(leaf: String, text: String) throws {
        let trial = try trial()
        var bytes = try Data(contentsOf: trial.url)
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
        func set(_ value: Int, at offset: Int) {
            for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
        }
        let root = try #require(Int(trial.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'Other'")[0]))
        let trunk = number(32..<36)
        let start = (trunk - 1) * number(16..<18)
        switch leaf {
        case "a root page", "a root page, fewer": set(root, at: start + 12)
        case "another leaf": set(number(start + 8..<start + 12), at: start + 12)
        case "the trunk": set(trunk, at: start + 12)
        case "more leaves": set(2000, at: start + 4)
        default: set(try #require(Int(leaf)), at: start + 12)
        }
        if leaf.hasSuffix("fewer") { set(1, at: 36) }
        try bytes.write(to: trial.url)
        try expectDamage(trial, text)
    }

    @Test(
        "A missing value of a required column, in a table that is copied, and damaged pages if all are checked",
        arguments: StoreChecks.allCases
    )
    func missingValue(checks: StoreChecks) throws {
        let trial = try trial()
        try trial.run(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '"text" TEXT NOT NULL', '"text" TEXT') WHERE name IN ('Note', 'Other');
            PRAGMA writable_schema = RESET;
            UPDATE \(checks == .full ? "Other" : "Note") SET text = NULL;
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '"text" TEXT', '"text" TEXT NOT NULL') WHERE name IN ('Note', 'Other');
            PRAGMA writable_schema = RESET;
            """
        )
        if checks == .full {
            try expectDamage(trial, "NULL value in Other.text", checks: .full)
            try trial.migrate()
        } else {
            let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
            #expect(throws: planned) { try trial.migrate() }
            guard case .invalidValues(let values) = planned.reason else {
                Issue.record("another error: \(String(describing: planned))")
                return
            }
            #expect(values.map(\.column) == ["text"] && values.map(\.count) == [2])
        }
    }

    /// Whatever single byte changes: a migration that succeeds leaves no damage that was not there, and if all pages are
    /// checked first, none at all.
    @Test(arguments: StoreChecks.allCases) func mutatedFiles(checks: StoreChecks) throws {
        let trial = try trial()
        let bytes = try Data(contentsOf: trial.url)
        let used = bytes.indices.filter { bytes[$0] != 0 && ($0 < 100 || $0 % 4096 < 40 || $0 % 4096 > 3900) }
        var random = SplitMix64(seed: 7)
        var migrated = 0
        for round in 0..<Int(150 * TestScale.factor) {
            var mutated = bytes
            for _ in 0...random.below(3) {
                mutated[used[random.below(min(used.count, 40_000))]] = UInt8(random.below(256))
            }
            try? FileManager.default.removeItem(at: trial.folder["store.sqlite-wal"])
            try? FileManager.default.removeItem(at: trial.folder["store.sqlite-shm"])
            try mutated.write(to: trial.url)
            var migrator = trial.migrator()
            migrator.checks = checks
            let planned = Result { try migrator.plan(trial.url) }
            let result = Result { try migrator.migrate(trial.url) }
            if case .success = result {
                migrated += 1
                if case .failure(let error) = planned { Issue.record("round \(round): only plan refuses: \(error)") }
                if checks == .full {
                    #expect(try trial.rows("PRAGMA quick_check") == ["ok"], "round \(round)")
                }
            }
        }
        #expect(migrated > 0)
    }
}
