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

    @Test("a quote is doubled, also before an accent")
    func doubled() {
        #expect("a'\u{301}b".quoted(by: "'", escapedAs: "''").utf8.elementsEqual("'a''\u{301}b'".utf8))
    }
}
