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

    @Test("A link without a target is neither replaced nor followed")
    func links() throws {
        let trial = try Trial([Self.schemas[0], Self.schemas[0], Self.schemas[0]])
        let link = trial.folder["link.sqlite"]
        let manager = FileManager.default
        for target in ["nowhere", "link.sqlite"] {
            try? manager.removeItem(at: link)
            try manager.createSymbolicLink(atPath: link.path, withDestinationPath: target)
            let state = StoreState(version: Schema.Version(1), schema: Self.schemas[0])
            let created = #expect(throws: StoreError.self) { try StoreCreation.create(link, holding: state) }
            #expect(created?.reason == .brokenLink)
            var migrator = trial.migrator()
            migrator.backup = { _ in link }
            let copied = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
            #expect(copied?.reason == .brokenLink)
        }
        #expect(!manager.fileExists(atPath: trial.folder["nowhere"].path))
    }

    @Test("A folder with the name of an external file is an error of the store, not of its copy")
    func folders() throws {
        var picture = Attribute("picture", .data, isOptional: true)
        picture.usesExternalStorage = true
        let name = UUID().uuidString
        let schemas: [Schema] = [.note(picture), .note(picture, Attribute("size", .int16, default: .int(1)))]
        let trial = try Trial(schemas, "INSERT INTO Note (picture) VALUES ('\(name)')")
        let folder = ExternalFiles(ofStoreAt: trial.url.path).folder.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var migrator = trial.migrator()
        let backup = trial.folder["backup.sqlite"]
        migrator.backup = { _ in backup }
        let error = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
        #expect(error?.path == trial.url.relativePath)
        #expect(error?.reason == .externalFile("'\(name)' is not a file in the store's folder of external files"))
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
