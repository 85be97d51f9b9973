import Foundation
import Testing

/// The sessions that pages of the documentation show, in blocks `console`, are what the commands print.
@Suite struct PageSessionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let pages: [String] = {
        let found = FileManager.default.enumerator(atPath: root.appending(path: "Documentation").path)
        let inner = (found?.compactMap { $0 as? String } ?? []).map { "Documentation/\($0)" }
        return (["README.md", "AGENTS.md"] + inner).filter { $0.hasSuffix(".md") && text($0).contains("\n```console") }
            .sorted()
    }()

    private static func text(_ path: String) -> String {
        (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    }

    @Test func thereArePages() {
        #expect(Self.pages.contains("README.md"))
    }

    @Test("the page of the commands has all of them")
    func commands() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let help = try ScriptRunner.run(CommandScript.Command(line: "apus help"), in: folder).output
        let listed = help.drop { $0 != "SUBCOMMANDS:" }.prefix { !$0.isEmpty }
            .compactMap { $0.firstMatch(of: #/^  (\w+) /#)?.output.1 }
        let page = Self.text("Documentation/Commands.md")
        let described = page.matches(of: /\n## (\w+)\n/).map { $0.output.1 }
        #expect(Set(listed) == Set(described) && listed.count > 20)
    }

    @Test("the skill for agents says what AGENTS.md says")
    func skill() {
        let body = Self.text("Documentation/Skill/apus/SKILL.md").components(separatedBy: "---\n\n").dropFirst()
        let text = Self.text("AGENTS.md").replacing("(CONTRIBUTING.md)", with: "(../../../CONTRIBUTING.md)")
        #expect(body.joined(separator: "---\n\n") == text)
    }

    @Test("what a page says to keep out of git is what 'apus init' writes")
    func gitignore() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let line = "apus init --model M -q && grep -v '^#' .gitignore"
        let written = try ScriptRunner.run(CommandScript.Command(line: line), in: folder).output
        let page = Self.text("Documentation/Guides/WhatToCommit.md")
        #expect(written.count > 5 && page.contains("```text\n\(written.joined(separator: "\n"))\n```"))
    }

    @Test("a page shows what its commands print", arguments: pages)
    func page(_ path: String) throws {
        let text = Self.text(path)
        let expected = PageScript(text)
        #expect(expected.text == text, "the page reads back as it is written")
        let (actual, wrongCodes) = try expected.run()
        #expect(wrongCodes.isEmpty)
        if actual.text != text, ProcessInfo.processInfo.environment["APUS_RECORD"] == "1" {
            try Data(actual.text.utf8).write(to: Self.root.appending(path: path))
            Issue.record("recorded \(path): look at the change, then run again without APUS_RECORD")
        } else {
            #expect(actual.text == text)
        }
    }
}
