import ApusCodegen
import ApusSchema
import Foundation
import Testing

/// What is generated is what `swift format` would leave as it is.
struct FormatTests {
    @Test(arguments: AccessLevel.allCases) func swiftFormatChangesNothing(_ access: AccessLevel) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let borrowed = History(model: "Borrowed", entries: [.init(Schema.Version(1), FeaturesModel.borrowedNames)])
        let generators: [Generator] = [
            try Generator(
                history: FeaturesModel.history,
                mappings: FeaturesModel.mappings,
                options: .init(access: access, versions: .all)
            ),
            try Generator(history: borrowed, mappings: [], options: .init(access: access, versions: .all)),
            try manual(1),
            try manual(3),
        ]
        var files: [GeneratedFile] = generators.flatMap { $0.files() }
        files += generators[0].pluginFiles(heads: [.init(baseName: "All", entities: [])])
        for (index, file) in files.enumerated() {
            let url: URL = folder.appending(path: "\(index).swift")
            try file.contents.write(to: url, atomically: true, encoding: .utf8)
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "format", "--in-place", "--recursive", "--configuration",
            root.appending(path: ".swift-format").path, folder.path,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        for (index, file) in files.enumerated() {
            let formatted = try String(contentsOf: folder.appending(path: "\(index).swift"), encoding: .utf8)
            #expect(formatted == file.contents, "\(file.name)")
        }
    }

    /// A model whose classes people write.
    private func manual(_ count: Int) throws -> Generator {
        let entities: [Entity] = (0..<count).map { Entity("Manual\($0)", codegen: .none) }
        return try Generator(
            history: History(model: "Manual", entries: [], head: Schema(model: "Manual", entities: entities)),
            mappings: []
        )
    }
}
