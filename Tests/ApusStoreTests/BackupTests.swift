import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ApusStore

/// Backups before a migration, and the cancellation of a migration.
@Suite struct BackupTests {
    private func migrator(_ trial: Trial) -> Migrator {
        var migrator: Migrator = trial.migrator()
        migrator.backup = { [folder = trial.folder] plan in
            folder["copy-before-\(plan.target.version?.description ?? "head")"]
        }
        return migrator
    }

    private func dump(_ url: URL) throws -> [String] {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read { db in
            let schema: [Row] = try Row.fetchAll(db, sql: "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
            let rows: [Row] = try Row.fetchAll(db, sql: "SELECT * FROM Note ORDER BY _id")
            return (schema + rows).map { "\($0)" }
        }
    }

    @Test("has all rows and external files of the store", arguments: ["WAL", "DELETE"])
    func copy(journal: String) throws {
        var picture = Attribute("picture", .data, isOptional: true)
        picture.usesExternalStorage = true
        let schemas: [Schema] = [.note(picture), .note(picture, Attribute("size", .int16, default: .int(1)))]
        let trial = try Trial(schemas, "PRAGMA journal_mode = \(journal)")
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let (used, orphan): (String, String) = (try files.write(Data([1, 2])), try files.write(Data([3])))
        try trial.run("INSERT INTO Note (picture) VALUES ('\(used)'), (x'07')")
        let before: [String] = try dump(trial.url)
        let report: MigrationReport = try migrator(trial).migrate(trial.url)
        let copy: URL = trial.folder["copy-before-2"]
        #expect(report.backup == copy)
        #expect(try dump(copy) == before)
        #expect(try Verifier.verify(copy).isSound)
        let copied = ExternalFiles(ofStoreAt: copy.path)
        #expect(copied.names() == [used], "no row refers to \(orphan)")
        #expect(try copied.read(used) == Data([1, 2]))
        #expect(try StoreStatus(of: trial.url).description.state.version == Schema.Version(2))
        // The store's own file may be removed; the copy's is kept.
        try FileManager.default.removeItem(at: files.folder)
        #expect(try copied.read(used) == Data([1, 2]))
    }

    @Test("may be read by those who may read the store", arguments: [0o600, 0o640, 0o644])
    func permissions(permissions: Int) throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(3))
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: trial.url.path)
        try migrator(trial).migrate(trial.url)
        let copy: String = trial.folder["copy-before-2"].path
        #expect(try manager.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == permissions)
    }

    @Test("overwrites nothing, and if it fails, nothing is migrated")
    func exists() throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(3))
        try Data("mine".utf8).write(to: trial.folder["copy-before-2"])
        let before: [String: Data] = try trial.bytes()
        #expect(throws: StoreError(trial.folder["copy-before-2"].path, .exists)) {
            try migrator(trial).migrate(trial.url)
        }
        #expect(try trial.bytes() == before)
    }

    @Test("is not made if there is nothing to do, or if the migration is refused")
    func notMade() throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(3))
        try trial.run("ALTER TABLE Note ADD COLUMN mine TEXT")
        #expect(throws: StoreError.self) { try migrator(trial).migrate(trial.url) }
        try trial.run("ALTER TABLE Note DROP COLUMN mine")
        try trial.migrate()
        #expect(try migrator(trial).migrate(trial.url).backup == nil)
        #expect(try trial.bytes().keys.sorted() == ["store.sqlite"])
    }

    @Test(
        "A migration that is stopped, at whatever question, leaves the store as it was",
        arguments: [1, 2, 3, 5, 9]
    )
    func stopped(question: Int) throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(60_000))
        let before: [String] = try dump(trial.url)
        let asked = Mutex<Int>(0)
        var migrator: Migrator = trial.migrator()
        migrator.isCancelled = {
            asked.withLock { asked in
                asked += 1
                return asked >= question
            }
        }
        #expect(throws: StoreError(trial.url.path, .cancelled)) { try migrator.migrate(trial.url) }
        // Called once to stop, and once to report the reason: no work is done in between.
        #expect(asked.withLock { $0 } <= question + 1)
        #expect(try dump(trial.url) == before)
        #expect(try Verifier.verify(trial.url).isSound)
        try trial.migrate()
        #expect(try StoreStatus(of: trial.url).rows.map(\.count) == [60_000])
    }

    @Test("Waiting for a lock can be cancelled, too")
    func stoppedWaiting() throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(3))
        let other: DatabaseQueue = try trial.open()
        defer { try? other.close() }
        try other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            var migrator: Migrator = trial.migrator()
            migrator.lockTimeout = 3600
            let asked = Mutex<Int>(0)
            migrator.isCancelled = {
                asked.withLock { asked in
                    asked += 1
                    return asked > 3
                }
            }
            #expect(throws: StoreError(trial.url.path, .cancelled)) { try migrator.migrate(trial.url) }
            migrator.lockTimeout = 0
            migrator.isCancelled = { false }
            #expect(throws: StoreError(trial.url.path, .locked)) { try migrator.migrate(trial.url) }
            try db.execute(sql: "ROLLBACK")
        }
    }

    @Test("What a killed process left of a copy is removed with the next one, but not while another one is made")
    func abandonedDrafts() throws {
        let trial = try Trial([.note(Attribute("text", .string))], "INSERT INTO Note (text) VALUES ('a')")
        let target = StoreFile(trial.folder["copy.sqlite"])
        let name = "copy.sqlite.new-\(UUID().uuidString)"
        let left = [name, name + "-journal", "copy.sqlite.new-mine", "other.sqlite.new-\(UUID().uuidString)"]
        for name in left { try Data("x".utf8).write(to: trial.folder[name]) }
        func names() throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: trial.folder.url.path))
        }
        var other: StoreDraft? = try StoreDraft(of: StoreFile(trial.folder["another.sqlite"]))
        try StoreCopy(source: StoreFile(trial.url), target: target).make()
        #expect(try names() == Set(left + ["copy.sqlite", "store.sqlite"]))

        other?.remove()
        other = nil
        target.remove()
        try StoreCopy(source: StoreFile(trial.url), target: target).make()
        #expect(try names() == Set(left.suffix(2) + ["copy.sqlite", "store.sqlite"]))
    }

    @Test("What a killed process left of a copy is removed with the next migration, which needs no copy")
    func abandonedBackup() throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(3))
        let name = "store.sqlite.before-2.new-\(UUID().uuidString)"
        let mine = "store.sqlite.before-2.new-mine"
        for name in [name, name + "-journal", mine] { try Data("x".utf8).write(to: trial.folder[name]) }
        try trial.migrate()
        let names = try FileManager.default.contentsOfDirectory(atPath: trial.folder.url.path)
        #expect(names.filter { $0.contains(".new-") } == [mine])
    }

    @Test("What killed processes left of a store's copies in another folder is removed with the next copy there")
    func abandonedBackupsElsewhere() throws {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(3))
        let copies = try TemporaryFolder()
        let left = ["store.sqlite.before-1", "store.sqlite.before-2-7"].map { "\($0).new-\(UUID().uuidString)" }
        let others = ["other.sqlite.before-2.new-\(UUID().uuidString)", "store.sqlite.before-1.new-mine"]
        for name in left + left.map({ $0 + "-journal" }) + others { try Data("x".utf8).write(to: copies[name]) }
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: copies.url.path).sorted()
        }
        let before = try names()
        var migrator = trial.migrator()
        migrator.backup = { _ in copies["store.sqlite.before-2"] }

        // A process that makes a draft there holds them all.
        var other: StoreDraft? = try StoreDraft(of: StoreFile(copies["another.sqlite"]))
        try migrator.migrate(trial.url)
        #expect(try names() == (before + ["store.sqlite.before-2"]).sorted())
        other?.remove()
        other = nil

        let url = trial.url
        try FileManager.default.removeItem(at: url)
        try FileManager.default.moveItem(at: copies["store.sqlite.before-2"], to: url)
        try migrator.migrate(url)
        #expect(try names() == (others + ["store.sqlite.before-2"]).sorted())
    }
}
