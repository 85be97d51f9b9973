import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Copies from which stores are put back.
struct StoreSnapshotTests {
    private static func names(beside url: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path).sorted()
    }

    @Test func aKeptCopyIsAStoreOfItsOwn() throws {
        var picture = Attribute("picture", .data, isOptional: true)
        picture.usesExternalStorage = true
        let trial = try Trial([.note(picture)])
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let name = try files.write(Data([1, 2]))
        try trial.run("INSERT INTO Note (picture) VALUES ('\(name)')")
        let store = try Store.open(at: trial.url, with: trial.migrator())
        defer { try? store.database.close() }
        let path = try { try StoreSnapshot(of: store)?.keep() }()
        let kept = URL(filePath: try #require(path))
        try store.database.write { try $0.execute(sql: "DELETE FROM Note") }
        files.removeAll(except: [])
        // What removes abandoned copies leaves it alone.
        StoreDraft.removeAbandoned(of: StoreFile(trial.url))
        #expect(try Verifier.verify(kept).isSound)
        // Those who remove older values find it.
        #expect(StoreCopies.copies(of: trial.url).map(\.lastPathComponent) == [kept.lastPathComponent])
        #expect(try StoreStatus(of: kept).rows.map(\.count) == [1])
        #expect(try ExternalFiles(ofStoreAt: kept.path).read(name) == Data([1, 2]))
        #expect(try Self.names(beside: trial.url).contains { $0.contains(StoreDraft.suffix) } == false)
    }

    @Test func aCopyThatIsNotKeptIsRemoved() throws {
        let trial = try Trial([.note(Attribute("text", .string))])
        let store = try Store.open(at: trial.url, with: trial.migrator())
        defer { try? store.database.close() }
        let before = try Self.names(beside: trial.url)
        try {
            let snapshot = try StoreSnapshot(of: store)
            let copies = try Self.names(beside: trial.url).filter { $0.contains(StoreDraft.suffix) }
            // Others may be kept from reading the store.
            let rights = try copies.map { name in
                let path = trial.url.deletingLastPathComponent().appending(path: name).path
                return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(!copies.isEmpty && rights.allSatisfy { $0 == 0o600 })
            withExtendedLifetime(snapshot) {}
        }()
        #expect(try Self.names(beside: trial.url) == before)
    }

    /// A disk that was filled by the change has to have space for its pages once, not beside what the log has of the change.
    @Test func theLogHasTheCopiedPagesAlone() throws {
        let trial = try Trial([.note(Attribute("text", .string))])
        let store = try Store.open(at: trial.url, with: trial.migrator())
        defer { try? store.database.close() }
        let fill = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO Note (text) SELECT printf('%.3000c', 'x') FROM n
            """
        try store.database.writeWithoutTransaction { db in
            try db.execute(sql: fill)
            _ = try db.checkpoint(.truncate)
            let snapshot = try #require(try StoreSnapshot(of: store))
            try db.beginTransaction(.immediate)
            try db.execute(sql: "UPDATE Note SET text = printf('%.3000c', 'y')")
            let version = try StoreSnapshot.version(db)
            try db.commit()
            let written = try #require(FileEntry(trial.url.path + "-wal")).size
            try #require(written > 400 * 4096)
            try snapshot.putBack(db, since: version)
            let pages = try #require(try Int.fetchOne(db, sql: "PRAGMA page_count"))
            let size = try #require(try Int.fetchOne(db, sql: "PRAGMA page_size"))
            let log = try #require(FileEntry(trial.url.path + "-wal"))
            // A header, and each page with one of its own. The change alone has another 400 pages.
            #expect(log.size <= 32 + (pages + 8) * (size + 24))
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM Note WHERE text LIKE 'x%'") == 400)
        }
    }

    @Test(arguments: [false, true])
    func whatOthersHaveCommittedSinceIsNotUndone(hasOther: Bool) throws {
        let trial = try Trial([.note(Attribute("text", .string))])
        let store = try Store.open(at: trial.url, with: trial.migrator())
        defer { try? store.database.close() }
        try store.database.writeWithoutTransaction { db in
            try db.execute(sql: "INSERT INTO Note (text) VALUES ('old')")
            let snapshot = try #require(try StoreSnapshot(of: store))
            try db.beginTransaction(.immediate)
            try db.execute(sql: "DELETE FROM Note")
            let version = try StoreSnapshot.version(db)
            try db.commit()
            if hasOther { try trial.run("INSERT INTO Note (text) VALUES ('theirs')") }
            if hasOther {
                #expect(throws: StoreError.self) { try snapshot.putBack(db, since: version) }
            } else {
                try snapshot.putBack(db, since: version)
            }
            #expect(try String.fetchAll(db, sql: "SELECT text FROM Note") == [hasOther ? "theirs" : "old"])
        }
    }

    @Test func aReaderOfAnOlderStateKeepsIt() throws {
        let trial = try Trial([.note(Attribute("text", .string))])
        let store = try Store.open(at: trial.url, with: trial.migrator())
        defer { try? store.database.close() }
        let reader = try store.makeReader().database
        defer { try? reader.close() }
        try store.database.writeWithoutTransaction { db in
            // The log is not emptied while it is read, and this test does not wait for that.
            try db.execute(sql: "PRAGMA busy_timeout = 0; INSERT INTO Note (text) VALUES ('old')")
            let snapshot = try #require(try StoreSnapshot(of: store))
            try db.beginTransaction(.immediate)
            try db.execute(sql: "UPDATE Note SET text = 'new'")
            let version = try StoreSnapshot.version(db)
            try db.commit()
            try reader.read { other in
                #expect(try String.fetchAll(other, sql: "SELECT text FROM Note") == ["new"])
                try snapshot.putBack(db, since: version)
                #expect(try String.fetchAll(other, sql: "SELECT text FROM Note") == ["new"])
            }
            #expect(try reader.read { try String.fetchAll($0, sql: "SELECT text FROM Note") } == ["old"])
        }
    }

    @Test func whatAKilledProcessLeftGoesWithTheStore() throws {
        let trial = try Trial([.note(Attribute("text", .string))])
        let left = trial.url.path + StoreDraft.suffix + UUID().uuidString
        for suffix in ["", "-journal"] { try Data([1]).write(to: URL(filePath: left + suffix)) }
        try Store.delete(at: trial.url)
        #expect(try Self.names(beside: trial.url).isEmpty)
    }
}
