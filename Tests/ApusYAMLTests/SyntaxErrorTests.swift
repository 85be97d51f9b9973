import ApusDiagnostics
import ApusTestSupport
import ApusYAML
import Testing

@Suite("What is said about text that is no YAML, or more of it than is read")
struct SyntaxErrorTests {
    @Test("Each mistake has its location and a next step", arguments: syntaxErrors)
    func mistake(_ golden: Golden) {
        let (_, findings) = YAMLReader.read(golden.input, file: "a.yaml")
        let text = findings.map(\.description).joined(separator: "\n")
        #expect(text == golden.expected)
        #expect(findings.allSatisfy { !$0.help.isEmpty && $0.location?.column != nil })
    }

    @Test("A text that is too deep is refused before it is too deep for the reader")
    func depth() throws {
        let limit: Int = YAMLReader.depthLimit
        let deepest = String(repeating: "[", count: limit - 1) + "x" + String(repeating: "]", count: limit - 1)
        #expect(YAMLReader.read(deepest, file: "a.yaml").diagnostics.isEmpty)
        for text in ["[\(deepest)]", String(repeating: "[", count: 100_000), String(repeating: "a: {", count: 900)] {
            let (node, findings) = YAMLReader.read(text, file: "a.yaml")
            #expect(node == nil)
            #expect(findings.map(\.message) == ["values are nested more than 64 levels deep"])
        }
        let blocks = (0..<80).map { String(repeating: "  ", count: $0) + "a:" }.joined(separator: "\n")
        #expect(
            YAMLReader.read(blocks, file: "a.yaml").diagnostics.first?.location?.description == "a.yaml:64:127"
        )
    }

    @Test("A file that is too large is refused")
    func size() {
        let text = "a: " + String(repeating: "x", count: YAMLReader.sizeLimit)
        #expect(
            YAMLReader.read(text, file: "a.yaml").diagnostics.map(\.description)
                == ["a.yaml: error: the file is larger than 8 MB"]
        )
    }

    @Test("Bytes that are no text have their line")
    func bytes() {
        func said(_ bytes: [UInt8]) -> String {
            YAMLReader.read(bytes, file: "a.yaml").diagnostics.map(\.description).joined(separator: "\n")
        }
        #expect(
            said(Array("a: 1\nb: ".utf8) + [0xFF, 0x0A])
                == """
                a.yaml:2: error: the file is not UTF-8: this line has invalid bytes
                  help: save the file as UTF-8
                """
        )
        #expect(
            said([0xFF, 0xFE, 0x61, 0x00])
                == "a.yaml: error: the file is UTF-16, not UTF-8\n  help: save the file as UTF-8"
        )
        #expect(
            said(Array("a: 1\r\né: \"\0\"".utf8))
                == """
                a.yaml:2:5: error: the file has a NUL character
                  help: remove it, or write it as an escape in double quotes
                """
        )
        #expect(
            said(Array("a: \u{7}".utf8)).hasPrefix("a.yaml:1:4: error: the file has the control character U+0007\n")
        )
        #expect(said([0xEF, 0xBB, 0xBF] + Array("a: 1".utf8)).isEmpty)
    }
}
