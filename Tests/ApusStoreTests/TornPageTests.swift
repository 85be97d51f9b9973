import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A loss of power may tear the first page of a store; if SQLite can restore it, the file is still a store.
@Suite struct TornPageTests {
    /// A store that is being written, with a torn first page, and its journal or log.
    private func torn(_ journal: String) throws -> Trial {
        let trial = try Trial(AllOrNothingTests.schemas, AllOrNothingTests.fill(1000))
        try trial.run("PRAGMA journal_mode = \(journal)")
        let queue: DatabaseQueue = try trial.open()
        let files: [String: Data] = try queue.writeWithoutTransaction { db in
            // With such a small cache, pages are written before the commit.
            try db.execute(
                sql: "PRAGMA cache_size = 5; BEGIN; PRAGMA user_version = 2; UPDATE Note SET size = size + 1"
            )
            if journal == "WAL" { try db.execute(sql: "COMMIT") }
            let files: [String: Data] = try trial.bytes()
            if journal != "WAL" { try db.execute(sql: "ROLLBACK") }
            return files
        }
        try queue.close()
        for name in try trial.bytes().keys { try FileManager.default.removeItem(at: trial.folder[name]) }
        for (name, data) in files where !name.hasSuffix("-shm") { try data.write(to: trial.folder[name]) }
        let handle = try FileHandle(forWritingTo: trial.url)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 512))
        try handle.close()
        return trial
    }

    @Test func contentOfTheLogIsRead() throws {
        let trial = try torn("WAL")
        #expect(try Verifier.verify(trial.url).isSound)
        #expect(try trial.rows("SELECT sum(size) FROM Note") == ["501500"])
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
        #expect(try trial.rows("SELECT sum(size) FROM Note") == ["501500"])
    }

    @Test func contentOfTheJournalIsRestored() throws {
        let trial = try torn("DELETE")
        #expect(throws: StoreError(trial.url.relativePath, .needsRecovery)) { try Verifier.verify(trial.url) }
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
        #expect(try trial.rows("SELECT sum(size) FROM Note") == ["500500"])
    }

    @Test("Other files are not stores, whatever files are next to them", arguments: ["-wal", "-journal"])
    func strangers(suffix: String) throws {
        let folder = try TemporaryFolder()
        let (file, companion) = (folder["notes.txt"], folder["notes.txt\(suffix)"])
        try Data(String(repeating: "a line of text\n", count: 100).utf8).write(to: file)
        try Data("more".utf8).write(to: companion)
        let planner: Planner = Trial.planner(AllOrNothingTests.schemas)
        #expect(throws: StoreError(file.relativePath, .notADatabase)) { try Migrator(planner: planner).migrate(file) }
        #expect(try Data(contentsOf: companion) == Data("more".utf8))
        // A torn file may belong to another program, so it is not replaced.
        try Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]).write(to: folder["notes.txt-journal"])
        #expect(throws: StoreError(file.relativePath, .notAStore)) {
            try StoreReplacement.requireStore(StoreFile(file))
        }
    }
}
