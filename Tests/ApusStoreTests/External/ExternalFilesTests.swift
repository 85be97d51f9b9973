import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Values in external files.
@Suite struct ExternalFilesTests {
    private func picture(_ name: String = "photo", original: String? = nil, isExternal: Bool) -> Entity {
        var attribute = Attribute(name, .data, isOptional: true, originalName: original)
        attribute.usesExternalStorage = isExternal
        return Entity("Picture", attributes: [attribute])
    }

    /// A store with two pictures, one of them in an external file.
    private func trial(_ newer: Entity) throws -> (trial: Trial, files: ExternalFiles, name: String) {
        let trial = try Trial([.notes(picture(isExternal: true)), .notes(newer)])
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let name: String = try files.write(Data("far".utf8))
        try trial.run("INSERT INTO Picture (photo) VALUES ('\(name)'), (x'6e656172'), (NULL)")
        return (trial, files, name)
    }

    @Test func writtenFilesAreRead() throws {
        let folder = try TemporaryFolder()
        let files = ExternalFiles(ofStoreAt: folder["a.sqlite"].path)
        #expect(files.names() == [])
        let (one, other) = (try files.write(Data("a".utf8)), try files.write(Data()))
        #expect(try files.read(one) == Data("a".utf8))
        #expect(try files.read(other) == Data())
        #expect(files.names() == [one, other].sorted())
        files.removeAll(except: [one])
        #expect(files.names() == [one])
        #expect(throws: ExternalFileError.missing(other)) { try files.read(other) }
        #expect(throws: ExternalFileError.invalidName("../a.sqlite")) { try files.read("../a.sqlite") }
        files.removeAll(except: [])
        #expect(!FileManager.default.fileExists(atPath: files.folder.path))
    }

    @Test func otherFilesAreKept() throws {
        let folder = try TemporaryFolder()
        let files = ExternalFiles(ofStoreAt: folder["a.sqlite"].path)
        _ = try files.write(Data("a".utf8))
        let foreign: URL = files.folder.appendingPathComponent("notes.txt")
        try Data("b".utf8).write(to: foreign)
        files.removeAll(except: [])
        #expect(files.names() == [])
        #expect(try Data(contentsOf: foreign) == Data("b".utf8))
    }

    @Test func aRenamedAttributeKeepsItsFiles() throws {
        let (trial, files, name) = try trial(picture("image", original: "photo", isExternal: true))
        try trial.migrate()
        let values: [StoredValue] = try trial.read { try StoredValue.fetchAll($0, sql: "SELECT image FROM Picture") }
        #expect(values == [.text(name), .blob(Data("near".utf8)), .null])
        #expect(files.names() == [name])
    }

    @Test func aValueThatMovesIntoTheRowIsReadAndItsFileRemoved() throws {
        let (trial, files, _) = try trial(picture(isExternal: false))
        try trial.migrate()
        let values: [StoredValue] = try trial.read { try StoredValue.fetchAll($0, sql: "SELECT photo FROM Picture") }
        #expect(values == [.blob(Data("far".utf8)), .blob(Data("near".utf8)), .null])
        #expect(files.names() == [])
    }

    @Test func aMissingFileStopsTheMigration() throws {
        let (trial, files, _) = try trial(picture(isExternal: false))
        files.removeAll(except: [])
        let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(
            error?.description.contains("'Picture.photo' is not the name of a file in 'store.sqlite-files'") == true
        )
        #expect(try StoreStatus(of: trial.url).description.state.version == Schema.Version(1))
    }

    @Test func filesOfAnInterruptedWriterAreRemoved() throws {
        let (trial, files, name) = try trial(picture("image", original: "photo", isExternal: true))
        _ = try files.write(Data("never committed".utf8))
        try trial.migrate()
        #expect(files.names() == [name])
    }

    @Test("a reader of the older version reads its files to the end of its transaction")
    func readers() throws {
        let (trial, files, name) = try trial(picture(isExternal: false))
        let reader: DatabaseQueue = try trial.open()
        try reader.read { db in
            let before: [String] = try String.fetchAll(
                db,
                sql: "SELECT photo FROM Picture WHERE typeof(photo) = 'text'"
            )
            try trial.migrate()
            #expect(before == [name])
            #expect(try files.read(name) == Data("far".utf8))
            #expect(try Verifier.verify(trial.url).orphanedFiles == [name])
        }
        try reader.close()
        let next = [trial.schemas[0], trial.schemas[1], .notes(picture("image", original: "photo", isExternal: false))]
        try trial.with(next).migrate()
        #expect(files.names() == [])
    }
}
