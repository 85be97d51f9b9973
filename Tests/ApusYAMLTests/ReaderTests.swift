import ApusDiagnostics
import ApusYAML
import Testing

@Suite("Reading YAML")
struct ReaderTests {
    /// A node as text with locations: `1:1{model@1:1: Trips@1:8}`.
    private func shown(_ node: YAMLNode) -> String {
        let location = "\(node.location.line ?? 0):\(node.location.column ?? 0)"
        switch node.content {
        case .scalar(let scalar): return (scalar.style == .plain ? scalar.text : "«\(scalar.text)»") + "@" + location
        case .sequence(let elements): return location + "[" + elements.map(shown).joined(separator: ", ") + "]"
        case .mapping(let entries):
            let parts: [String] = entries.map { entry in
                let key = entry.key.location
                return "\(entry.key.text)@\(key.line ?? 0):\(key.column ?? 0): \(shown(entry.value))"
            }
            return location + "{" + parts.joined(separator: ", ") + "}"
        }
    }

    private func read(_ text: String) throws -> String {
        let (node, findings) = YAMLReader.read(text, file: "a.yaml")
        #expect(findings.isEmpty)
        return shown(try #require(node))
    }

    @Test("Every node has its location, in characters")
    func locations() throws {
        #expect(
            try read("# c\nmodel: Trips\nentities:\n  Trip: { a: string?, \"b\": [x, 'y'] }\n")
                == "2:1{model@2:1: Trips@2:8, entities@3:1: "
                + "4:3{Trip@4:3: 4:9{a@4:11: string?@4:14, b@4:23: 4:28[x@4:29, «y»@4:32]}}}"
        )
        #expect(try read("größe: ä\nß: 🚲\nx: y") == "1:1{größe@1:1: ä@1:8, ß@2:1: 🚲@2:4, x@3:1: y@3:4}")
        #expect(try read("\u{FEFF}a: b\r\nc: d\r\n") == "1:1{a@1:1: b@1:4, c@2:1: d@2:4}")
    }

    @Test("Words have no meaning of their own")
    func words() throws {
        #expect(
            try read("[yes, 1e3, ~, 2026-05-01, '', 0x10]")
                == "1:1[yes@1:2, 1e3@1:7, ~@1:12, 2026-05-01@1:15, «»@1:27, 0x10@1:31]"
        )
    }

    @Test("Texts of several lines")
    func blocks() throws {
        #expect(try read("a: |\n  b\n  c\n") == "1:1{a@1:1: «b\nc\n»@1:4}")
        #expect(try read("a: b\n  c\n") == "1:1{a@1:1: b c@1:4}")
        #expect(try read("a: \"\\0\\t\\u00e9\\U0001F6B2\"") == "1:1{a@1:1: «\0\té🚲»@1:4}")
    }

    @Test("An empty file has no node and no findings", arguments: ["", "\n\n", "# only this\n", "---\n"])
    func empty(_ text: String) {
        let (node, findings) = YAMLReader.read(text, file: "a.yaml")
        #expect(node == nil)
        #expect(findings.isEmpty)
    }

    @Test("A part of a text has its own location if the file has the text verbatim")
    func parts() throws {
        let text = "ä: string = x\nb: 'string = x'\nc: string\n  = x\nd: \"\\x41string = x\"\n"
        guard case .mapping(let entries)? = YAMLReader.read(text, file: "a.yaml").node?.content else {
            Issue.record("no mapping")
            return
        }
        let locations: [String] = entries.compactMap { entry in
            guard case .scalar(let scalar) = entry.value.content else { return nil }
            return scalar.location(atOffset: 9).description
        }
        #expect(locations == ["a.yaml:1:13", "a.yaml:2:14", "a.yaml:3:4", "a.yaml:5:4"])
    }

    @Test("Keys that stand twice are both kept")
    func duplicates() {
        guard case .mapping(let entries)? = YAMLReader.read("a: 1\na: 2", file: "a.yaml").node?.content else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.map(\.key.text) == ["a", "a"])
    }
}
