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

    /// What a log has, beside a file with a header of its own.
    enum Log: CaseIterable {
        case rows, header, newerHeader

        /// Whether the header that counts is one for a newer SQLite, as the file's is if there is no other.
        func isNewer(_ isFileNewer: Bool) -> Bool { self == .newerHeader || self == .rows && isFileNewer }
    }

    @Test("The header in the log counts, if there is one", arguments: Log.allCases, [false, true])
    func writeVersionBesideLog(content: Log, isFileNewer: Bool) throws {
        let trial = try trial()
        let log = trial.folder["store.sqlite-wal"]
        let queue = try trial.open()
        try queue.writeWithoutTransaction { db in
            // A change of the catalogue changes the header, too.
            try db.execute(sql: content == .rows ? "UPDATE Other SET text = 'd'" : "CREATE TABLE mine (x)")
        }
        var (file, frames) = (try Data(contentsOf: trial.url), [UInt8](try Data(contentsOf: log)))
        try queue.close()
        if isFileNewer { file[18] = 3 }
        if content == .newerHeader { LogFrames.set(18, ofPage: 1, to: 3, in: &frames) }
        try file.write(to: trial.url)
        try Data(frames).write(to: log)
        if content.isNewer(isFileNewer) { return try expectDamage(trial, "newer SQLite") }
        _ = try trial.migrator().plan(trial.url)
        #expect(try Data(contentsOf: log) == Data(frames))
        try trial.migrate()
        #expect(try trial.rows("SELECT text FROM Other") == [content == .rows ? "d" : "c"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("A store of more than a gigabyte, most of whose pages are free") func large() throws {
        let trial = try trial()
        let size = 65536
        try trial.run("PRAGMA journal_mode = DELETE; PRAGMA page_size = \(size); VACUUM; PRAGMA journal_mode = WAL")
        var data = try Data(contentsOf: trial.url)
        // SQLite locks a byte at a gigabyte, whose page is never used.
        let (trunk, locked) = (data.count / size + 1, 0x4000_0000 / size + 1)
        let free = (trunk + 1...locked + 2).filter { $0 != locked }
        for (offset, number) in [(28, locked + 2), (32, trunk), (36, free.count + 1)] {
            data.replaceSubrange(offset..<offset + 4, with: Self.bytes(number))
        }
        let list = ([0, free.count] + free).flatMap(Self.bytes)
        try (data + list + [UInt8](repeating: 0, count: size - list.count)).write(to: trial.url)
        #expect(truncate(trial.url.path, off_t((locked + 2) * size)) == 0)
        #expect(try Verifier.verify(trial.url).isSound)
        _ = try trial.migrator().plan(trial.url)
        try trial.migrate()
        #expect(try trial.rows("SELECT text, size FROM Note") == ["a|1", "b|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    private static func bytes(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }

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
        "A page of a table where an index begins, and the reverse",
        arguments: [("Other", "names"), ("names", "Other"), ("Other", "Ordered")]
    )
    func kinds(from: String, to: String) throws {
        let trial = try trial()
        try trial.run(
            """
            CREATE INDEX names ON Other (text); CREATE TABLE Ordered (x PRIMARY KEY) WITHOUT ROWID;
            INSERT INTO Ordered VALUES (1); PRAGMA wal_checkpoint(TRUNCATE)
            """
        )
        _ = try trial.migrator().plan(trial.url)
        func offset(_ name: String) throws -> Int {
            let pages = try trial.rows(
                "SELECT (rootpage - 1) * page_size FROM sqlite_schema, pragma_page_size WHERE name = '\(name)'"
            )
            return try #require(Int(pages[0]))
        }
        var data = try Data(contentsOf: trial.url)
        let (source, target) = (try offset(from), try offset(to))
        data.replaceSubrange(target..<target + 4096, with: data[source..<source + 4096])
        try data.write(to: trial.url)
        try expectDamage(trial, "'\(to)' begins at a page of something else")
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

    /// The first byte of a page of a table.
    private func page(of table: String, _ trial: Trial) throws -> Int {
        let size = try Data(contentsOf: trial.url)[16..<18].reduce(0) { $0 << 8 | Int($1) }
        let root = try #require(Int(trial.rows("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")[0]))
        return (root - 1) * size
    }

    @Test(
        "Pages that every migration writes: where free space and cells begin, and how many cells there are",
        arguments: ["sqlite_schema", "sqlite_sequence", "apus_log", "apus_model"],
        [1, 3, 5]
    )
    func ownPages(table: String, offset: Int) throws {
        let trial = try trial()
        try trial.run(
            "INSERT INTO apus_log VALUES (1, 'Notes', '1', '1', '', 0, 0, ''); PRAGMA wal_checkpoint(TRUNCATE)"
        )
        let start = table == "sqlite_schema" ? 100 : try page(of: table, trial)
        for bytes in [[UInt8(0), 3], [255, 255], [15, 255], [0, 200]] {
            var damaged = try Data(contentsOf: trial.url)
            damaged.replaceSubrange(start + offset..<start + offset + 2, with: bytes)
            let copy = try self.trial()
            try damaged.write(to: copy.url)
            let planned = Result { try copy.migrator().plan(copy.url) }
            let migrated = Result { try copy.migrator().migrate(copy.url) }
            switch (planned, migrated) {
            case (.failure(let one as StoreError), .failure(let other as StoreError)): #expect(one == other)
            case (.success, .success): #expect(try copy.rows("PRAGMA integrity_check") == ["ok"], "\(bytes)")
            default: Issue.record("\(bytes): \(planned), \(migrated)")
            }
        }
    }

    @Test("A missing value of the log") func missingValueOfLog() throws {
        let trial = try trial()
        let (required, optional) = ("summary TEXT NOT NULL", "summary TEXT")
        try trial.run(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '\(required)', '\(optional)') WHERE name = 'apus_log';
            PRAGMA writable_schema = RESET;
            INSERT INTO apus_log VALUES (1, 'Notes', '1', '1', '', 0, 0, NULL);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '\(optional)', '\(required)') WHERE name = 'apus_log';
            PRAGMA writable_schema = RESET; PRAGMA wal_checkpoint(TRUNCATE)
            """
        )
        try expectDamage(trial, "NULL value in apus_log.summary")
    }

    @Test(
        "Tables of Apus without their key or a column",
        arguments: [
            ("apus_model", " PRIMARY KEY", "", "the primary key of the table 'apus_model'"),
            ("apus_log", "summary TEXT", "remark TEXT", "the table 'apus_log' has no column 'summary'"),
        ]
    )
    func otherTables(table: String, from: String, to: String, text: String) throws {
        let trial = try trial()
        let made = try trial.rows("SELECT sql FROM sqlite_schema WHERE name = '\(table)'")[0]
        try trial.run(
            """
            CREATE TABLE kept AS SELECT * FROM \(table); DROP TABLE \(table);
            \(made.replacingOccurrences(of: from, with: to)); INSERT INTO \(table) SELECT * FROM kept; DROP TABLE kept
            """
        )
        let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        #expect(throws: planned) { try trial.migrate() }
        #expect(planned.description.contains(text), "\(planned)")
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
