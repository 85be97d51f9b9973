import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Links in the folder of external files are not followed.
@Suite struct ExternalLinkTests {
    @Test func aLinkIsNotRead() throws {
        let folder = try TemporaryFolder()
        let files = ExternalFiles(ofStoreAt: folder["s.sqlite"].path)
        let secret = folder["secret"]
        try Data("secret".utf8).write(to: secret)
        _ = try files.write(Data("mine".utf8))
        let name = UUID().uuidString
        try FileManager.default.createSymbolicLink(at: files.folder.appending(path: name), withDestinationURL: secret)
        #expect(throws: ExternalFileError.notAFile(name)) { try files.read(name) }
        #expect(!files.names().contains(name))
        let copy = ExternalFiles(ofStoreAt: folder["t.sqlite"].path)
        #expect(throws: ExternalFileError.notAFile(name)) { try files.copy([name], to: copy) }
        #expect(copy.names().isEmpty)
    }

    @Test("A pipe is not waited for, and what no value in a store can be is not read") func pipe() throws {
        let folder = try TemporaryFolder()
        let files = ExternalFiles(ofStoreAt: folder["s.sqlite"].path)
        let large = try files.write(Data([1]))
        #expect(truncate(files.folder.appending(path: large).path, 3_000_000_000) == 0)
        #expect(throws: ExternalFileError.tooLarge(large)) { try files.read(large, limit: ExternalFiles.maximum) }
        let name = UUID().uuidString
        #expect(mkfifo(files.folder.appending(path: name).path, 0o600) == 0)
        #expect(throws: ExternalFileError.notAFile(name)) { try files.read(name) }
    }

    @Test("A file that is too large to become a value stops the migration") func tooLarge() throws {
        var data = Attribute("data", .data, isOptional: true)
        data.usesExternalStorage = true
        let trial = try Trial([.note(data), .note(Attribute("data", .data, isOptional: true))])
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let name = try files.write(Data([1]))
        #expect(truncate(files.folder.appending(path: name).path, 3_000_000_000) == 0)
        try trial.run("INSERT INTO Note (data) VALUES ('\(name)')")
        #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(try trial.rows("SELECT data FROM Note") == [name])
    }

    @Test func aLinkedFolderIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let name = UUID().uuidString
        try FileManager.default.createDirectory(at: folder["other"], withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder["other"].appending(path: name))
        let files = ExternalFiles(ofStoreAt: folder["s.sqlite"].path)
        try FileManager.default.createSymbolicLink(at: files.folder, withDestinationURL: folder["other"])
        files.removeAll(except: [])
        files.remove([name])
        #expect(files.names().isEmpty)
        #expect(throws: ExternalFileError.notAFile(name)) { try files.read(name) }
        #expect(throws: ExternalFileError.notAFolder("s.sqlite-files")) { try files.write(Data([1])) }
        let copy = ExternalFiles(ofStoreAt: folder["t.sqlite"].path)
        #expect(throws: ExternalFileError.notAFolder("s.sqlite-files")) {
            try files.copy([UUID().uuidString], to: copy)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder["other"].path) == [name])
    }

    @Test("A name that leads out of the folder is refused by name") func pathInARow() throws {
        var data = Attribute("data", .data, isOptional: true)
        data.usesExternalStorage = true
        let trial = try Trial(
            [
                .note(Attribute("text", .string), data),
                .note(Attribute("text", .string), data, Attribute("x", .int16, default: .int(1))),
            ],
            rule: .rebuild,
            "INSERT INTO Note (text, data) VALUES ('a', '../../etc/passwd')"
        )
        let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
        #expect(throws: planned) { try trial.migrate() }
        #expect(planned.description.contains("'Note.data' is not the name of a file"), "\(planned)")
    }
}
