import Foundation
import Testing

/// The steps of a migration are computed from values; only their execution uses SQLite.
@Suite struct PureProgramTests {
    @Test("No file of Program imports GRDB or SQLite")
    func imports() throws {
        let folder: URL = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Sources/ApusStore/Program")
        let files: [URL] =
            (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 10)
        for file in files {
            let lines: [String] = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            let imports: [String] = lines.filter { $0.contains("import ") && !$0.hasPrefix("//") && !$0.hasPrefix(" ") }
            #expect(!imports.contains { $0.contains("GRDB") || $0.contains("SQLite") }, "\(file.lastPathComponent)")
        }
    }
}
