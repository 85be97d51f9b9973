import Foundation
import Testing

/// Runs `Scripts/demo` with and without a terminal, with the products that were built for the tests.
@Suite("the demo")
struct DemoTests {
    private static let root: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The last command of the demo.
    private static let lastCommand: String = "$ apus migrate trips.sqlite --yes"

    /// The demo's output and exit code.
    private func demo(onTerminal isOnTerminal: Bool) throws -> (lines: [String], code: Int32) {
        let folder: URL = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let demo = "'\(Self.root.appending(path: "Scripts/demo").path)' '\(ScriptRunner.products.path)'"
        let call: String = isOnTerminal ? "script -qec \"\(demo)\" /dev/null < /dev/null" : demo
        let line = "export APUS_DEMO='\(folder.path)/demo' TERM=xterm; \(call)"
        let done = try ScriptRunner.run(CommandScript.Command(line: line), in: folder)
        // On a terminal, lines end with CR LF, and progress lines are overwritten.
        let text: String = done.output.joined(separator: "\n").replacing("\r\n", with: "\n")
        return (text.components(separatedBy: "\n"), done.code)
    }

    @Test("runs through unattended, on a terminal and without one", arguments: [true, false])
    func runsThrough(isOnTerminal: Bool) throws {
        let (lines, code) = try demo(onTerminal: isOnTerminal)
        let text = lines.joined(separator: "\n")
        #expect(code == 0, "\(text)")
        #expect(!text.contains("[y/N]"), "\(text)")
        // A refusal and its settlement, and rows before and after.
        let plain: String = text.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "")
        #expect(plain.contains("error: 'Trip.currency' is new and required"), "\(text)")
        #expect(text.contains(", legacyCode FROM Trip ") && text.contains(", currency FROM Trip "), "\(text)")
        // An encrypted value can be read in the file before, and in the app afterwards; a note that the app saved, in no file.
        let searches = plain.matches(of: /\n\$ grep [^\n]*\n([^\n]*)/).map { String($0.output.1) }
        #expect(searches == ["people.sqlite", "(nowhere)", "(nowhere)"], "\(text)")
        #expect(plain.contains("Priya is at noor.almeida248@example.org"), "\(text)")
        #expect(plain.contains("note: The hut's key is under the third stone"), "\(text)")
        #expect(lines.last { $0.hasPrefix("$ apus ") } == Self.lastCommand, "\(text)")
        #expect(text.contains("\u{1B}[") == isOnTerminal, "colours are for terminals: \(text)")
    }

    @Test("the tour shows what the demo prints")
    func tour() throws {
        let url: URL = Self.root.appending(path: "Documentation/Start/Tour.md")
        let page: [String] = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
        let title: Int = try #require(page.firstIndex { $0.contains("from `Scripts/demo`") })
        let start: Int = try #require(page[title...].firstIndex(of: "```")) + 1
        let end: Int = try #require(page[start...].firstIndex(of: "```"))
        let shown = Array(page[start..<end])
        let commands: [String] = shown.filter { $0.hasPrefix("$ ") }
        #expect(commands.count > 3)
        let lines: [String] = try demo(onTerminal: false).lines
        let printed: [String] = try commands.map { try #require(Self.step($0, in: lines), "no step '\($0)'") }
            .joined(separator: [""]).map { $0.replacing("<seconds>", with: "0.01") }
        if printed != shown, ProcessInfo.processInfo.environment["APUS_RECORD"] == "1" {
            let text = (page[..<start] + printed + page[end...]).joined(separator: "\n")
            try Data(text.utf8).write(to: url)
            Issue.record("recorded Tour.md: look at the change, then run again without APUS_RECORD")
        } else {
            #expect(printed == shown)
        }
    }

    /// A command with its output, up to the next command or explanation.
    private static func step(_ command: String, in lines: [String]) -> [String]? {
        guard let start = lines.firstIndex(of: command) else { return nil }
        let rest: ArraySlice<String> = lines[(start + 1)...].prefix { !$0.hasPrefix("$ ") && !$0.hasPrefix("# ") }
        let end: Int = rest.lastIndex { !$0.isEmpty } ?? start
        return Array(lines[start...end])
    }
}
