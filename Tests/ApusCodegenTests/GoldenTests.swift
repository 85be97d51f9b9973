import ApusCodegen
import ApusSchema
import Foundation
import Testing

/// The committed classes are what the generator gives; the tests of the runtime compile and run them.
///
/// `APUS_RECORD=1 swift test --filter GoldenTests` writes them anew, and fails.
struct GoldenTests {
    private static let folder: URL = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "ApusTests/Generated")

    private static var isRecording: Bool { ProcessInfo.processInfo.environment["APUS_RECORD"] != nil }

    @Test func generatedClassesAreTheCommittedOnes() throws {
        let generator = try Generator(
            history: FeaturesModel.history,
            mappings: FeaturesModel.mappings,
            options: .init(versions: .all)
        )
        let files: [GeneratedFile] = generator.files().filter { $0.kind == .generated }
        let manager = FileManager.default
        if Self.isRecording {
            try? manager.removeItem(at: Self.folder)
            try manager.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            for file in files {
                try file.contents.write(to: Self.folder.appending(path: file.name), atomically: true, encoding: .utf8)
            }
            Issue.record("recorded \(files.count) files; run again without APUS_RECORD")
        }
        let committed: Set<String> = Set(try manager.contentsOfDirectory(atPath: Self.folder.path))
        #expect(committed == Set(files.map(\.name)))
        for file in files where committed.contains(file.name) {
            let text: String = try String(contentsOf: Self.folder.appending(path: file.name), encoding: .utf8)
            #expect(text == file.contents, "\(file.name)")
        }
    }
}
