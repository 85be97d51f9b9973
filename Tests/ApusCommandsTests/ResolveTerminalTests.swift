import Foundation
import Testing

/// Answers questions on a real terminal.
@Suite("Answers on a terminal", .serialized)
struct ResolveTerminalTests {
    private static let head = "model: Notes\nentities:\n  Note:\n    attributes:\n"

    /// A project whose head has renamed `text`, dropped `old`, and added a required `size`.
    private func project() throws -> URL {
        let folder = try ScriptRunner.makeFolder()
        try ScriptRunner.write("apus: 1\n", to: "apus.yaml", in: folder)
        try ScriptRunner.write(
            Self.head + "      text: string\n      old: data?\n",
            to: "Schemas/Notes/Notes.yaml",
            in: folder
        )
        try run("apus freeze", folder)
        try ScriptRunner.write(
            Self.head + "      body: string   # the text\n      size: int32\n",
            to: "Schemas/Notes/Notes.yaml",
            in: folder
        )
        return folder
    }

    @discardableResult
    private func run(_ line: String, _ folder: URL, code: Int32 = 0) throws -> String {
        let done = try ScriptRunner.run(CommandScript.Command(line: line), in: folder)
        #expect(done.code == code, "\(line): \(done.output)")
        return done.output.joined(separator: "\n")
    }

    /// Types lines on a pseudo-terminal.
    private func type(_ lines: String, _ folder: URL, code: Int32) throws -> String {
        try run("printf '\(lines)' | script -qec 'apus resolve' /dev/null", folder, code: code)
    }

    private func files(_ folder: URL) throws -> (head: String, mapping: String?) {
        (
            try String(contentsOf: folder.appending(path: "Schemas/Notes/Notes.yaml"), encoding: .utf8),
            try? String(contentsOf: folder.appending(path: "Migrations/Notes/1-head.yaml"), encoding: .utf8)
        )
    }

    @Test("all questions, an explanation, a mistake, a value of one's own, and a yes")
    func answers() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        // 'text' was renamed; what AP201 means; not an answer; the fill of 'size' with 7; the loss of 'old'.
        let output = try type("1\\n?\\nx\\n1\\n7\\n1\\ny\\n", folder, code: 0)
        #expect(output.contains("Was 'text' renamed to 'body'?"), "\(output)")
        #expect(output.contains("'x' is not one of the answers"), "\(output)")
        #expect(output.contains("+      body: { type: string, originalName: text }   # the text"), "\(output)")
        let (head, mapping) = try files(folder)
        #expect(
            head == Self.head + "      body: { type: string, originalName: text }   # the text\n      size: int32\n"
        )
        #expect(mapping?.contains("fill:\n  Note.size: 7\n") == true, "\(mapping ?? "")")
        #expect(mapping?.contains("accept:\n  - Note.old\n") == true, "\(mapping ?? "")")
        try run("apus check", folder)
    }

    @Test(
        "nothing is written without a yes, nor at the end of the input",
        arguments: ["1\\nq\\nn\\n", "1\\nq\\n", "1\\n", "q\\n", "s\\ns\\ns\\ns\\n"]
    )
    func declined(lines: String) throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = try files(folder)
        let output = try type(lines, folder, code: 3)
        #expect(output.contains("nothing was written"), "\(output)")
        #expect(try files(folder) == before)
    }

    @Test("a way back to the question before")
    func back() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        // There is nothing before the first one. 'size' is filled with 7, then, after a way back, with 8.
        let output = try type("b\\n1\\n1\\n7\\nb\\n1\\n8\\n1\\ny\\n", folder, code: 0)
        #expect(output.contains("this is the first question"), "\(output)")
        let mapping = try files(folder).mapping
        #expect(mapping?.contains("fill:\n  Note.size: 8\n") == true, "\(mapping ?? "")")
        try run("apus check", folder)
    }

    @Test("who stops may keep the answers so far; what is left is counted")
    func stopped() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try type("1\\nq\\ny\\n", folder, code: 3)
        #expect(output.contains("2 decisions are left"), "\(output)")
        let (head, mapping) = try files(folder)
        #expect(head.contains("originalName: text"))
        #expect(mapping == nil)
        try run("apus check", folder, code: 3)
    }

    @Test("what an answer rests on is printed also with -q")
    func quiet() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try run(
            "printf '1\\nx\\n?\\n1\\n7\\n1\\nn\\n' | script -qec 'apus resolve -q' /dev/null",
            folder,
            code: 3
        )
        for text in [
            "Was 'text' renamed to 'body'?", "decisions to make", "'x' is not one of the answers",
            "AP201", "What happens to the values of 'Note.old'?", "accept the loss", "+      body: ", "+accept:",
            "nothing was written",
        ] {
            #expect(output.contains(text), "\(text) is missing in \(output)")
        }
    }
}
