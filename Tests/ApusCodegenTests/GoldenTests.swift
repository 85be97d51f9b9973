import ApusCodegen
import ApusFiles
import ApusProject
import ApusSchema
import Foundation
import Testing

/// The committed classes are what the generator gives; the tests of the runtime and of `expectMigrations` compile and run
/// them.
///
/// `APUS_RECORD=1 swift test --filter GoldenTests` writes them anew, and fails.
struct GoldenTests {
    private static let tests: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static var isRecording: Bool { ProcessInfo.processInfo.environment["APUS_RECORD"] != nil }

    @Test func generatedClassesAreTheCommittedOnes() throws {
        let generator = try Generator(
            history: FeaturesModel.history,
            mappings: FeaturesModel.mappings,
            options: .init(versions: .all)
        )
        try check(generator.files().filter { $0.kind == .generated }, in: "ApusTests/Generated")
    }

    @Test func theClassesOfTheExampleAreTheCommittedOnes() throws {
        let project = try Project.find(explicit: Self.tests.deletingLastPathComponent())
        let model = try #require(project.load().models.first { $0.name == "Trips" })
        let settings = project.settings
        let generator = try Generator(
            history: #require(model.history),
            mappings: model.mappings,
            seedData: model.contents.seedData,
            options: .init(access: settings.access, versions: settings.versions)
        )
        // The other files of the folder are written by hand.
        let output = try #require(settings.output)
        for file in generator.files() where file.kind == .generated {
            let url = project.folder.appending(path: output).appending(path: file.name)
            #expect(
                try String(contentsOf: url, encoding: .utf8) == file.contents,
                "'apus generate' writes \(file.name)"
            )
        }
    }

    @Test func theClassOfTheAppInTestsIsTheCommittedOne() throws {
        let schema = Schema(model: "Notes", entities: [Entity("Note", attributes: [Attribute("text", .string)])])
        let generator = try Generator(history: History(model: "Notes", entries: [], head: schema), mappings: [])
        try check(generator.files(), in: "ApusErrorApp/Generated")
    }

    @Test func theClassesOfTheSeedDataPageAreTheCommittedOnes() throws {
        let page = try String(
            contentsOf: Self.tests.deletingLastPathComponent().appending(path: "Documentation/SeedData.md"),
            encoding: .utf8
        )
        let parts = ("\n" + page).components(separatedBy: "\n```")
        let blocks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter { $0.hasPrefix("yaml\n") }
            .map { String($0.dropFirst(5)) }
        // The first two examples: the model, and its data.
        try #require(blocks.count >= 2)
        let schema = try #require(ModelFile.read([SourceFile(path: "Shop.yaml", text: blocks[0])]).schema)
        let (data, findings) = SeedDataFile.read([SourceFile(path: "data.yaml", text: blocks[1])], of: schema)
        #expect(findings.isEmpty)
        let generator = try Generator(
            history: History(model: "Shop", entries: [], head: schema),
            mappings: [],
            seedData: data
        )
        try check(generator.files().filter { $0.kind == .generated }, in: "ApusContextTests/Shop/Generated")
    }

    private func check(_ files: [GeneratedFile], in path: String) throws {
        let folder = Self.tests.appending(path: path)
        let manager = FileManager.default
        if Self.isRecording {
            try? manager.removeItem(at: folder)
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files {
                try file.contents.write(to: folder.appending(path: file.name), atomically: true, encoding: .utf8)
            }
            Issue.record("recorded \(files.count) files; run again without APUS_RECORD")
        }
        let committed: Set<String> = Set(try manager.contentsOfDirectory(atPath: folder.path))
        #expect(committed == Set(files.map(\.name)))
        for file in files where committed.contains(file.name) {
            let text = try String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
            #expect(text == file.contents, "\(file.name)")
        }
    }
}
