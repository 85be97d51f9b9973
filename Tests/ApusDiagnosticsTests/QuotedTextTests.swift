import ApusDiagnostics
import Foundation
import Testing

/// A text in quotes is one text to what reads it, whatever Swift takes for a character.
@Suite struct QuotedTextTests {
    static let texts = [
        "", "it's", "'", "''", "'\u{301}", "a'\u{301}; echo b", "\"$HOME`\\\n", "é", "\u{301}'", "'\u{200D}'",
    ]

    @Test("a shell reads the word that was quoted", arguments: texts)
    func shell(text: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf %s \(text.shellQuoted)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && bytes == Data(text.utf8))
    }

    @Test("what looks like nothing is escaped", arguments: [0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x200B, 0x2060])
    func blank(number: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(number))
        #expect("a\(Character(scalar))b".shown == "a\\u{\(String(number, radix: 16, uppercase: true))}b")
        #expect("한글 ⠁ 👩‍👩‍👧 ☺️".shown == "한글 ⠁ 👩‍👩‍👧 ☺️")
    }

    @Test("a quote is doubled, also before an accent")
    func doubled() {
        #expect("a'\u{301}b".quoted(by: "'", escapedAs: "''").utf8.elementsEqual("'a''\u{301}b'".utf8))
    }

    @Test("a string of JSON has no control character", arguments: ["\t", "a\tb\u{1}\n\r\u{7F}\"\\é", "\u{0}", "plain"])
    func json(text: String) throws {
        let quoted = text.jsonQuoted
        #expect(quoted.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        #expect(try JSONDecoder().decode([String].self, from: Data("[\(quoted)]".utf8)) == [text])
        #expect("a\tb".jsonQuoted == #""a\tb""#)
    }
}
