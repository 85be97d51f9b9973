import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A file that has several names has several logs, so it is not opened.
@Suite struct NamesTests {
    static let versions: [Schema] = [
        .note(Attribute("text", .string), Attribute("size", .int16)),
        .note(Attribute("text", .string), Attribute("size", .int32)),
    ]

    @Test("A store with two names is refused by either, and nothing changes", arguments: ["store.sqlite", "h.sqlite"])
    func hardLink(name: String) throws {
        let trial = try Trial(Self.versions, "INSERT INTO Note (text, size) VALUES ('a', 1)")
        let app = try trial.open()
        try app.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO Note (text, size) VALUES ('b', 2)") }
        try FileManager.default.linkItem(at: trial.url, to: trial.folder["h.sqlite"])
        let before = try trial.bytes()
        let url = trial.folder[name]
        let other = name == "h.sqlite" ? "store.sqlite" : "h.sqlite"
        let reason = StoreError.Reason.severalNames(of: "", count: 2, others: [other])
        let migrator = trial.migrator()
        #expect(throws: StoreError(url.path, reason)) { try migrator.plan(url) }
        #expect(throws: StoreError(url.path, reason)) { try migrator.migrate(url) }
        #expect(throws: StoreError(url.path, reason)) { try StoreStatus(of: url) }
        #expect(throws: StoreError(url.path, reason)) { try Verifier.verify(url) }
        #expect(throws: StoreError(url.path, reason)) { try Store.open(at: url, planner: trial.planner) }
        #expect(try trial.bytes() == before)
        #expect(Store.isStore(at: url))
        try app.close()
        try FileManager.default.removeItem(at: trial.folder["h.sqlite"])
        try trial.migrate()
        #expect(try trial.rows("SELECT text FROM Note ORDER BY _id") == ["a", "b"])
    }

    @Test func aLogWithTwoNamesIsRefused() throws {
        let trial = try Trial(Self.versions)
        let app = try trial.open()
        try app.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO Note (text, size) VALUES ('b', 2)") }
        try FileManager.default.linkItem(at: trial.folder["store.sqlite-wal"], to: trial.folder["other.sqlite-wal"])
        #expect(
            throws: StoreError(
                trial.url.path,
                .severalNames(of: "-wal", count: 2, others: ["other.sqlite-wal"])
            )
        ) { try trial.migrate() }
        try app.close()
    }

    @Test(
        "What is not a file where SQLite keeps its log is refused, and not waited for",
        arguments: ["-wal", "-shm", "-journal"],
        ["pipe", "link", "folder"]
    )
    func companion(suffix: String, kind: String) throws {
        let trial = try Trial(Self.versions, "INSERT INTO Note (text, size) VALUES ('a', 1)")
        let path = trial.url.path + suffix
        try? FileManager.default.removeItem(atPath: path)
        switch kind {
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
        default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let expected = StoreError(trial.url.path, .companion(suffix))
        #expect(throws: expected) { try trial.migrator().plan(trial.url) }
        #expect(throws: expected) { try trial.migrate() }
        #expect(throws: expected) { try StoreStatus(of: trial.url) }
        #expect(throws: expected) { try Verifier.verify(trial.url) }
        #expect(throws: expected) { try Store.open(at: trial.url, planner: trial.planner) }
        #expect(throws: expected) { try Store.openReadOnly(at: trial.url, planner: trial.planner) }
    }

    @Test("A draft that a crash left behind is no other name") func draft() throws {
        let trial = try Trial(Self.versions, "INSERT INTO Note (text, size) VALUES ('a', 1)")
        try FileManager.default.linkItem(at: trial.url, to: trial.folder["store.sqlite.new-\(UUID().uuidString)"])
        try trial.migrate()
        #expect(try trial.rows("SELECT text, size FROM Note") == ["a|1"])
    }

    @Test("A name like that of a draft is another name without a UUID, or with a log", arguments: [true, false])
    func likeADraft(hasUUID: Bool) throws {
        let rows = "INSERT INTO Note (text, size) VALUES ('a', 1); PRAGMA wal_checkpoint(TRUNCATE)"
        let trial = try Trial(Self.versions, rows)
        let name = "store.sqlite.new-" + (hasUUID ? UUID().uuidString : "old")
        try FileManager.default.linkItem(at: trial.url, to: trial.folder[name])
        if hasUUID { try Data([1]).write(to: trial.folder[name + "-wal"]) }
        let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        guard case .severalNames = planned.reason else {
            Issue.record("another error: \(planned)")
            return
        }
        #expect(throws: planned) { try trial.migrate() }
        #expect(FileManager.default.fileExists(atPath: trial.folder[name].path))
    }

    @Test("A symbolic link, to the store or to its folder, is the same store") func symbolicLinks() throws {
        let trial = try Trial(Self.versions, "INSERT INTO Note (text, size) VALUES ('a', 1)")
        let app = try trial.open()
        try app.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO Note (text, size) VALUES ('b', 2)") }
        let links = try TemporaryFolder()
        let manager = FileManager.default
        try manager.createSymbolicLink(at: links["s.sqlite"], withDestinationURL: trial.url)
        try manager.createSymbolicLink(at: links["folder"], withDestinationURL: trial.folder.url)
        try manager.createSymbolicLink(
            at: links["l.sqlite"],
            withDestinationURL: links["folder"].appending(path: "store.sqlite")
        )
        #expect(try StoreStatus(of: links["l.sqlite"]).rows.map(\.count) == [2])
        let migrator = trial.migrator()
        try migrator.migrate(links["folder"].appending(path: "store.sqlite"))
        try app.close()
        #expect(try migrator.migrate(links["s.sqlite"]).rowsWritten == 0)
        #expect(try trial.rows("SELECT text FROM Note ORDER BY _id") == ["a", "b"])
        #expect(try manager.contentsOfDirectory(atPath: links.url.path).sorted() == ["folder", "l.sqlite", "s.sqlite"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    #if os(Linux)
    @Test(
        "A store that is mounted without its folder is refused",
        .enabled(if: canMount, "nothing can be mounted here")
    )
    func mount() throws {
        let trial = try Trial(Self.versions, "INSERT INTO Note (text, size) VALUES ('a', 1)")
        let folder = try TemporaryFolder()
        let target = folder["a b.sqlite"]
        try Data().write(to: target)
        try #require(try Self.run("mount", "--bind", trial.url.path, target.path) == 0)
        defer { _ = try? Self.run("umount", target.path) }
        #expect(throws: StoreError(target.path, .mounted)) { try trial.migrator().migrate(target) }
        #expect(throws: StoreError(target.path, .mounted)) { try StoreStatus(of: target) }
    }

    /// Whether this process may mount a file.
    private static let canMount: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        let names = ["one", "other"].map { folder[$0] }
        guard (try? names.forEach { try Data().write(to: $0) }) != nil,
            (try? run("mount", "--bind", names[0].path, names[1].path)) == 0
        else { return false }
        return (try? run("umount", names[1].path)) == 0
    }()

    private static func run(_ arguments: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
    #endif
}
