import ApusProject
import ApusSchema
import Foundation
import Testing

@Suite("Writing files")
struct FileWritingTests {
    @Test("A link stays a link, rights stay, and what is the same is not written")
    func linksAndRights() throws {
        let manager = FileManager.default
        let folder: URL = manager.temporaryDirectory.appending(path: "apus-writing-\(UUID().uuidString)")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: folder) }
        let file: URL = folder.appending(path: "file.yaml")
        let link: URL = folder.appending(path: "link.yaml")
        try Data("old".utf8).write(to: file)
        try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        try manager.createSymbolicLink(at: link, withDestinationURL: file)

        #expect(try FileWriting.write("new", to: link))
        #expect(try !FileWriting.write("new", to: link))

        #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
        #expect(try String(contentsOf: file, encoding: .utf8) == "new")
        let rights = try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(rights == 0o640)
    }

    @Test("a new file is not written through a link that waits beside it")
    func waitingLink() throws {
        let folder = try TemporaryProject.trips()
        try folder.write("victim", "mine")
        try FileManager.default.createSymbolicLink(
            at: folder.url("Migrations/Trips/.3-head.yaml.new"),
            withDestinationURL: folder.url("victim")
        )
        let model = try #require(try folder.load().models.first)
        _ = try folder.project().createMapping("accept: []\n", from: Schema.Version(3), to: nil, of: model)
        #expect(try folder.read("victim") == "mine")
        #expect(try folder.read("Migrations/Trips/3-head.yaml") == "accept: []\n")
        let mapping = folder.url("Migrations/Trips/3-head.yaml").path(percentEncoded: false)
        #expect(try FileManager.default.attributesOfItem(atPath: mapping)[.type] as? FileAttributeType == .typeRegular)
    }
}
