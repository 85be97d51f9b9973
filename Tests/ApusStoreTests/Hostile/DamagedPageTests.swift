import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Whatever page of a store is damaged: if the migration does not read it, neither do the plan and the dry run, or they
/// report what they could not count.
@Suite struct DamagedPageTests {
    /// What a migration of the law does to the table `Note`; all others stay as they are, unless it says otherwise.
    enum Edit: CaseIterable {
        case conversion, renaming, addition, lostAttribute, lostEntity, nothing

        var newer: Schema {
            switch self {
            case .conversion: DamagedPageTests.schema { $0.attributes[1].type = .string }
            case .renaming:
                DamagedPageTests.schema { $0.attributes[0] = Attribute("body", .string, originalName: "text") }
            case .addition: DamagedPageTests.schema { $0.attributes.append(Attribute("x", .int16, default: .int(1))) }
            case .lostAttribute: DamagedPageTests.schema { $0.attributes.removeFirst() }
            case .lostEntity: DamagedPageTests.schema(hasBin: false)
            case .nothing: DamagedPageTests.schema()
            }
        }

        var losses: [String] {
            switch self {
            case .lostAttribute: ["Note.text"]
            case .lostEntity: ["Bin"]
            case .conversion, .renaming, .addition, .nothing: []
            }
        }
    }

    private static func schema(hasBin: Bool = true, _ edit: (inout Entity) -> Void = { _ in }) -> Schema {
        var note = Entity("Note", attributes: [Attribute("text", .string), Attribute("size", .int16)])
        edit(&note)
        var file = Attribute("file", .data, isOptional: true)
        file.usesExternalStorage = true
        var other = Entity(
            "Other",
            attributes: [Attribute("text", .string), Attribute("x", .double), Attribute("y", .double), file]
        )
        other.indexes = [
            Entity.Index("map", [.init("x"), .init("y")], kind: .rtree), Entity.Index("texts", [.init("text")]),
        ]
        let bin = Entity("Bin", attributes: [Attribute("text", .string)])
        return Schema(model: "Notes", entities: [note, other] + (hasBin ? [bin] : []))
    }

    /// Makes a store with a page of each kind: of tables, long values, indexes, an R-tree, free pages, and what was added
    /// by hand.
    private func trial(_ edit: Edit) throws -> Trial {
        let trial = try Trial([Self.schema(), edit.newer], accept: edit.losses)
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let name = try files.write(Data("a".utf8))
        try trial.runAsRuntime(
            """
            CREATE TABLE n (i); WITH k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 120) INSERT INTO n SELECT i FROM k;
            INSERT INTO Note (text, size) SELECT 'text ' || i, i FROM n;
            INSERT INTO Bin (text) SELECT hex(randomblob(40)) FROM n;
            INSERT INTO Other (text, x, y, file) SELECT hex(randomblob(40)), i, -i, NULL FROM n;
            INSERT INTO Other (text, x, y, file) VALUES (hex(randomblob(5000)), 0, 0, '\(name)');
            CREATE TABLE mine (a PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO mine SELECT i, hex(randomblob(40)) FROM n;
            CREATE INDEX mineToo ON Other (text, x); CREATE VIEW look AS SELECT count(*) FROM Other;
            CREATE TRIGGER watch AFTER INSERT ON Other BEGIN DELETE FROM mine; END;
            CREATE VIRTUAL TABLE found USING fts5 (text, content=Other, content_rowid=_id);
            INSERT INTO found (found) VALUES ('rebuild');
            ANALYZE;
            CREATE TABLE big (x); INSERT INTO big SELECT randomblob(2000) FROM n LIMIT 20; DROP TABLE big; DROP TABLE n;
            PRAGMA journal_mode = DELETE
            """
        )
        return trial
    }

    @Test(arguments: Edit.allCases)
    func anyPage(edit: Edit) throws {
        let trial = try trial(edit)
        let (bytes, size) = (try Data(contentsOf: trial.url), 4096)
        let folder = try TemporaryFolder()
        var random = SplitMix64(seed: 25)
        var (migrated, unread): (Int, Set<String>) = (0, [])
        for page in 1..<bytes.count / size where random.below(6) < TestScale.factor {
            // Either the whole page, or only what its cells contain, which is found later.
            let start = page * size + (random.oneIn(2) ? 0 : size / 2)
            var damaged = bytes
            damaged.replaceSubrange(
                start..<(page + 1) * size,
                with: (start..<(page + 1) * size).map { _ in UInt8(random.below(256)) }
            )
            func lay() throws {
                for suffix in ["-wal", "-shm", "-journal"] {
                    try? FileManager.default.removeItem(atPath: trial.url.path + suffix)
                }
                try damaged.write(to: trial.url)
            }
            try lay()
            let migrator = trial.migrator()
            let names = try FileManager.default.contentsOfDirectory(atPath: trial.folder.url.path).sorted()
            let looks: [(String, Result<RowEffects?, any Error>)] = [
                (
                    "plan",
                    Result {
                        _ = try migrator.plan(trial.url); return nil
                    }
                ),
                ("forecast", Result { try migrator.forecast(trial.url).losses }),
                (
                    "statements",
                    Result {
                        _ = try migrator.statements(trial.url); return nil
                    }
                ),
                ("dry run", Result { try migrator.rehearse(trial.url, in: folder.url).effects }),
            ]
            #expect(try Data(contentsOf: trial.url) == damaged)
            #expect(try FileManager.default.contentsOfDirectory(atPath: trial.folder.url.path).sorted() == names)
            do {
                try migrator.migrate(trial.url)
            } catch {
                if case ("plan", .success) = looks[0] {
                    Issue.record("page \(page + 1) from \(start % size): only the migration refuses: \(error)")
                }
                continue
            }
            migrated += 1
            for (name, result) in looks {
                switch result {
                case .success(let effects): unread.formUnion((effects?.unread ?? []).map { "\(name): \($0)" })
                case .failure(let error):
                    Issue.record("page \(page + 1) from \(start % size): only the \(name) refuses: \(error)")
                }
            }
        }
        // The law is about pages that are damaged and not read.
        #expect(migrated > 3)
        #expect(unread.contains("dry run: Other"), "\(unread)")
    }

    /// Overwrites the root of a table but for its kind, which is looked at before all else where there is no log.
    private func damage(_ table: String, of trial: Trial) throws {
        let page = try trial.rows("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'").first.flatMap {
            Int($0)
        }
        var bytes = try Data(contentsOf: trial.url)
        let start = (try #require(page) - 1) * 4096
        bytes.replaceSubrange(start + 1..<start + 4096, with: [UInt8](repeating: 0xff, count: 4095))
        try bytes.write(to: trial.url)
    }

    @Test("Rows that cannot be counted are unknown, and the others are counted")
    func counts() throws {
        let trial = try trial(.conversion)
        try damage("Bin", of: trial)
        let forecast = try trial.migrator().forecast(trial.url)
        #expect(forecast.tables.map { $0.rows.map { "\($0)" } ?? $0.name } == ["120", "121", "Bin"])
        #expect(forecast.losses == RowEffects(rows: [], values: [], unread: []))
        let effects = try trial.migrator().rehearse(trial.url).effects
        #expect(effects == RowEffects(rows: [], values: [], unread: [ElementPath("Bin")]))
        try trial.migrate()
    }

    @Test("Lost values that cannot be counted are unknown, and are lost nevertheless")
    func lostValues() throws {
        let trial = try trial(.lostEntity)
        // The headers of the records of `Bin`, which only those who read a value look at, get a size beyond their end.
        let bytes = try Data(contentsOf: trial.url)
        let damaged = bytes.replacing(Data([4, 0, 0x81, 0x2d]), with: Data([0x7f, 0, 0x81, 0x2d]))
        #expect(damaged != bytes)
        try damaged.write(to: trial.url)
        let forecast = try trial.migrator().forecast(trial.url)
        #expect(forecast.tables.map(\.rows) == [120, 121, 120])
        #expect(forecast.losses == RowEffects(rows: [], values: [], unread: [ElementPath("Bin")]))
        let effects = try trial.migrator().rehearse(trial.url).effects
        #expect(effects == RowEffects(rows: [], values: [], unread: [ElementPath("Bin")]))
        try trial.migrate()
    }

    @Test("A link with the name of an external file is no concern of a dry run that does not read the file")
    func externalLinks() throws {
        let trial = try trial(.conversion)
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let link = files.folder.appending(path: try #require(files.names().first))
        try FileManager.default.removeItem(at: link)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: trial.url)
        _ = try trial.migrator().plan(trial.url)
        #expect(try trial.migrator().rehearse(trial.url).effects.unread == [])
        try trial.migrate()
    }

    @Test("A copy of a damaged store is refused, and the store is reported as damaged rather than the copy")
    func backup() throws {
        let trial = try trial(.conversion)
        try damage("mine", of: trial)
        let before = try Data(contentsOf: trial.url)
        var migrator = trial.migrator()
        migrator.backup = { [folder = trial.folder] _ in folder["copy.sqlite"] }
        let error = try #require(throws: StoreError.self) { try migrator.migrate(trial.url) }
        #expect(error == StoreError(trial.url.relativePath, .damaged("database disk image is malformed")))
        #expect(try Data(contentsOf: trial.url) == before)
    }
}
