import ApusCodegen
import ApusFiles
import ApusSchema
import Foundation
import Testing

/// The committed classes of the fuzz targets are what the generator gives for `Graph.yaml`.
///
/// `APUS_RECORD=1 swift test --filter GraphClassesTests` writes them again, and fails.
struct GraphClassesTests {
    private static let tests: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test func committedClassesAreTheGeneratedOnes() throws {
        let model = Self.tests.appending(path: "ApusFuzzing/Schemas/Graph.yaml")
        let folder = Self.tests.appending(path: "ApusFuzzing/Generated")
        let text = try String(contentsOf: model, encoding: .utf8)
        let schema = try #require(ModelFile.read([SourceFile(path: "Graph.yaml", text: text)]).schema)
        let history = History(model: schema.model, entries: [], head: schema)
        let files = try Generator(history: history, mappings: []).files()
        if ProcessInfo.processInfo.environment["APUS_RECORD"] != nil {
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
