import Foundation
import Testing

/// Command-line sessions, each in a file in `Scripts`.
@Suite struct ScriptTests {
    private static let folder: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Scripts")

    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".txt") && (only == nil || $0 == only) }.sorted()

    /// The only session to run, such as `values.txt`.
    private static let only = ProcessInfo.processInfo.environment["APUS_SESSION"]

    @Test func thereAreScripts() {
        #expect(!Self.names.isEmpty)
    }

    @Test("a session prints what its file expects", arguments: names)
    func session(name: String) throws {
        let url: URL = Self.folder.appending(path: name)
        let text = try String(contentsOf: url, encoding: .utf8)
        let expected = CommandScript(text)
        #expect(expected.text == text, "the script reads back as it is written")
        let actual: CommandScript = try ScriptRunner.run(expected)
        if actual.text != expected.text, ProcessInfo.processInfo.environment["APUS_RECORD"] == "1" {
            try Data(actual.text.utf8).write(to: url)
            Issue.record("recorded \(name): look at the change, then run again without APUS_RECORD")
        } else {
            #expect(actual.text == expected.text)
        }
    }
}
