import Foundation
import Testing

/// `Documentation/Encryption.md` shows the code of `Tests/ApusOwnKeys`, which the session `encryption-page.txt` runs.
@Suite struct EncryptionPageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    private func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: path).path)
    }

    @Test("The page's code is what is compiled; its models, commands and messages are those of sessions")
    func page() throws {
        let folder = "Tests/ApusOwnKeys"
        let sources = try names(in: folder).filter { $0.hasSuffix(".swift") }.map { try text("\(folder)/\($0)") }
        let scripts = "Tests/ApusCommandsTests/Scripts"
        let sessions = try names(in: scripts).filter { $0.hasPrefix("encryption") }.map { try text("\(scripts)/\($0)") }
        // The session has two stores, of which the command line migrates the other one.
        let lines = Set(sessions.joined().replacing("other.sqlite", with: "notes.sqlite").components(separatedBy: "\n"))
        // What is between two fences, with the language.
        let parts = try ("\n" + text("Documentation/Encryption.md")).components(separatedBy: "\n```")
        let blocks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
        #expect(blocks.count >= 5)
        for block in blocks {
            if block.hasPrefix("swift\n") {
                #expect(sources.contains(block.dropFirst("swift\n".count) + "\n"), "not compiled: \(block)")
            } else {
                for line in block.split(separator: "\n").dropFirst(block.hasPrefix("\n") ? 0 : 1) {
                    let line = line.hasPrefix("apus ") ? "> \(line)" : String(line)
                    #expect(lines.contains(line), "in no session: \(line)")
                }
            }
        }
    }

    @Test("The classes of the page's app are those of its model")
    func classes() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try CommandScript(text("Tests/ApusCommandsTests/Scripts/encryption-page.txt"))
        for file in session.files { try ScriptRunner.write(file.text, to: file.path, in: folder) }
        let line =
            "apus freeze && cp next.yaml Schemas/Notes/Notes.yaml && apus freeze && apus generate --output Generated"
        let done = try ScriptRunner.run(CommandScript.Command(line: line), in: folder)
        #expect(done.code == 0, "\(done.output)")
        let generated = folder.appending(path: "Generated")
        let committed = "Tests/ApusOwnKeys/Generated"
        let made = try FileManager.default.contentsOfDirectory(atPath: generated.path).filter { $0.hasSuffix(".swift") }
        #expect(try Set(made) == Set(names(in: committed)))
        for name in made {
            let source = try String(contentsOf: generated.appending(path: name), encoding: .utf8)
            #expect(try source == text("\(committed)/\(name)"), "\(name)")
        }
    }
}
