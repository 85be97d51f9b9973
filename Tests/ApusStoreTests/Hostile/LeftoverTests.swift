import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// What a removed store left behind does not become a part of a new one.
@Suite struct LeftoverTests {
    private static let schemas = [Schema.note(Attribute("text", .string)), .note(Attribute("title", .string))]

    @Test("A new store is not made beside the log of another one", arguments: ["-wal", "-journal"])
    func logs(suffix: String) throws {
        let folder = try TemporaryFolder()
        let url = folder["store.sqlite"]
        let log = URL(fileURLWithPath: url.path + suffix)
        try Data("left".utf8).write(to: log)
        let state = StoreState(version: Schema.Version(1), schema: Self.schemas[0])
        let error = try #require(throws: StoreError.self) { try StoreCreation.create(url, holding: state) }
        #expect(error.reason == .leftoverLog(suffix))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store.sqlite" + suffix])
        // An empty log has no effect.
        try Data().write(to: log)
        try StoreCreation.create(url, holding: state)
        #expect(try Verifier.verify(url).isSound)
    }

    @Test("A rehearsal makes no backup")
    func rehearsal() throws {
        let trial = try Trial([Self.schemas[0], Self.schemas[0], Self.schemas[0]])
        let backup = trial.folder["backup.sqlite"]
        var migrator = trial.migrator()
        migrator.backup = { _ in backup }
        _ = try migrator.rehearse(trial.url)
        #expect(!FileManager.default.fileExists(atPath: backup.path))
        try migrator.migrate(trial.url)
        #expect(FileManager.default.fileExists(atPath: backup.path))
    }
}
