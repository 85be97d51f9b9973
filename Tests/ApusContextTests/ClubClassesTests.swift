import ApusCodegen
import ApusFiles
import ApusSchema
import Foundation
import Testing

/// The committed classes of the context laws are what the generator gives for `Club.yaml`.
///
/// `APUS_RECORD=1 swift test --filter ClubClassesTests` writes them again, and fails.
struct ClubClassesTests {
    private static let folder: URL = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func committedClassesAreTheGeneratedOnes() throws {
        let model = Self.folder.appending(path: "Schemas/Club.yaml")
        let folder = Self.folder.appending(path: "Generated")
        let text = try String(contentsOf: model, encoding: .utf8)
        let schema = try #require(ModelFile.read([SourceFile(path: "Club.yaml", text: text)]).schema)
        let history = History(model: schema.model, entries: [], head: schema)
        let files = try Generator(history: history, mappings: []).files()
        if ProcessInfo.processInfo.environment["APUS_RECORD"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files {
                try file.contents.write(to: folder.appending(path: file.name), atomically: true, encoding: .utf8)
            }
            Issue.record("recorded \(files.count) files; run again without APUS_RECORD")
        }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == Set(files.map(\.name)))
        for file in files {
            let committed = try String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
            #expect(committed == file.contents, "\(file.name)")
        }
    }
}
