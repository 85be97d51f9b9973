import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Hostile mappings: each is read to its end, and its errors are reported.
@Suite("Hostile mappings")
struct MappingHostileTests {
    private static let count: Int = 20_000

    private func lines(_ line: (Int) -> String) -> String { (0..<Self.count).map { line($0) + "\n" }.joined() }

    private func read(_ text: String) -> HistoryFiles.Contents { MappedStages.read(text, of: "2-3") }

    @Test("Very many names of nothing")
    func unknownNames() {
        let contents = read(
            "accept:\n" + lines { "- Trip.x\($0)" } + lines { "- Nothing\($0)" }
                + "fill:\n" + lines { "  Nothing.x\($0): 1" } + "require:\n" + lines { "- Address.x\($0)" }
        )
        #expect(contents.diagnostics.count == 4 * Self.count)
        #expect(contents.history == nil)
        // After the first ones nothing is compared with all names any more.
        #expect(contents.diagnostics.last?.message == "'Address' of version 3 has no part 'x\(Self.count - 1)'")
    }

    @Test("Very many names of the other version")
    func otherNames() {
        // No table is that wide, so no store keeps them.
        let properties: String = lines { "      x\($0): { type: string, optional: true, transient: true }" }
        let newer = "model: T\nentities:\n  Trip:\n    attributes:\n" + properties
        let contents = MappedStages.read("accept:\n" + lines { "- Trip.x\($0)" }, of: "2-3", newer: newer)
        #expect(contents.diagnostics.count == Self.count)
        let last = "'Trip.x\(Self.count - 1)' is a name of version 3"
        #expect(contents.diagnostics.last?.message.hasPrefix(last) == true)
    }

    @Test("One name, again and again")
    func duplicates() {
        let contents = read("accept:\n" + lines { _ in "- Trip.name" } + "fill:\n" + lines { _ in "  Trip.name: x" })
        #expect(contents.diagnostics.count == 2 * (Self.count - 1))
        let covered = read("accept:\n" + lines { "- Trip.x\($0)" } + "- Trip.*\n")
        #expect(covered.diagnostics.count == Self.count)
    }

    @Test("A large mapping that is right")
    func large() {
        let properties: String = lines { "      x\($0): string" }
        let newer = "model: T\nentities:\n  Trip:\n    attributes:\n" + properties
        let text: String =
            "fill:\n" + lines { "  Trip.x\($0): \($0 % 2 == 0 ? "uuid()" : "none")" } + "convert:\n"
            + lines { "  Trip.x\($0): text" } + "require:\n" + lines { "- Trip.x\($0)" }
        let contents = MappedStages.read(text, of: "2-3", newer: newer)
        // No table is that wide, which is the model's mistake and not the mapping's.
        #expect(contents.diagnostics.map(\.message).allSatisfy { $0.hasPrefix("the table of 'Trip' would have") })
        #expect(contents.mappings.first?[.fill].count == Self.count)
        #expect(contents.mappings.first?[.require].count == Self.count)
    }

    @Test("Very many origins of nothing")
    func origins() {
        let list = (0..<Self.count).map { "x\($0)" }.joined(separator: ", ")
        let values = (0..<Self.count).map { "x\($0): a" }.joined(separator: ", ")
        let contents = read(
            "entities:\n" + lines { "  x\($0): { from: x\($0), as: x\($0) }" }
                + "  Trip: { from: [\(list)], values: { \(values) } }\n"
                + "  Customer:\n" + lines { "  - { from: x\($0), as: y\($0) }" }
        )
        #expect(contents.diagnostics.count == 5 * Self.count)
        let again = read("entities:\n  Trip:\n" + lines { _ in "  - { from: Trip, as: a }" })
        #expect(again.diagnostics.count == Self.count - 1)
        let abstract = lines { "  A\($0): { abstract: true }" }
        let newer = "model: T\nentities:\n  Trip: {}\n" + abstract
        let parents = MappedStages.read("entities:\n" + lines { "  A\($0): { from: Trip }" }, of: "2-3", newer: newer)
        #expect(parents.diagnostics.count { $0.message.contains("so it has no objects of its own") } == Self.count)
    }

    @Test("Very many assertions, and very long ones")
    func assertions() {
        let contents = read("assert:\n" + lines { "- { that: Trip.count != \($0), message: m }" })
        #expect(contents.diagnostics.isEmpty)
        #expect(contents.mappings.first?[.assert].count == Self.count)
        let same = read("assert:\n" + lines { _ in "- { that: Trip.count > 0, message: m }" })
        #expect(same.diagnostics.count == Self.count - 1)
        let wrong = read("assert:\n" + lines { "- { tha\($0): Trip.count > 0, message: m }" })
        #expect(wrong.diagnostics.count == Self.count)
        let name = String(repeating: "k", count: 200_000)
        #expect(!read("assert: [{ that: \(name), message: m }]").diagnostics.isEmpty)
        #expect(!read("assert: [{ that: \(String(repeating: "(", count: 200_000)), message: m }]").diagnostics.isEmpty)
        #expect(read("assert: [{ that: \"\(name).count > 0\", message: \(name) }]").diagnostics.isEmpty)
    }

    @Test("Long names and long texts")
    func long() {
        let name = String(repeating: "k", count: 200_000)
        #expect(!read("accept: [Trip.\(name)]").diagnostics.isEmpty)
        #expect(!read("fill:\n  ? Trip.\(name)\n  : 1\n").diagnostics.isEmpty)
        #expect(!read("fill: { Trip.nights: \(name) }").diagnostics.isEmpty)
        #expect(!read("fill: { Trip.id: \(name)() }").diagnostics.isEmpty)
        #expect(!read("convert: { Trip.nights: \(name) }").diagnostics.isEmpty)
        #expect(read("fill: { Trip.name: \(name) }").diagnostics.isEmpty)
        #expect(!read("accept: [\(String(repeating: ".", count: 200_000))]").diagnostics.isEmpty)
    }

    @Test(
        "What is no YAML that Apus reads",
        arguments: [
            ("accept: [[[[[[[[[[Trip]]]]]]]]]]", "an accepted loss must be a string, not a list"),
            ("accept: \(String(repeating: "[", count: 10_000))", "values are nested more than 64 levels deep"),
            ("accept: [Trip\0]", "the file has a NUL character"),
            ("accept: &a [*a]", "anchors ('&a') are not supported"),
            ("accept: !!set { Trip.name }", "tags ('tag:yaml.org,2002:set') are not supported"),
            ("<<: { accept: [Trip] }", "'<<' is not a key of a mapping"),
            ("accept: [Trip.name", ""),
            ("{", ""), ("\t", ""), ("accept", "a mapping must be keys and values, not a string"),
            ("? [accept]\n: [Trip]", "a key must be a string, not a list"),
            (": [Trip]", "expected a key"),
        ]
    )
    func syntax(_ text: String, _ message: String) {
        let findings: [Diagnostic] = read(text).diagnostics
        #expect(!findings.isEmpty)
        #expect(findings.contains { $0.message.contains(message) }, "\(findings)")
        #expect(findings.allSatisfy { $0.location?.file == "M/T/2-3.yaml" })
    }

    @Test("Bytes that are no UTF-8, and a byte order mark")
    func encodings() {
        let utf16: [UInt8] = [0xFF, 0xFE] + Array("accept: []".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(SourceFile.read(utf16, path: "m").finding?.message == "the file is UTF-16, not UTF-8")
        #expect(SourceFile.read(Array("accept: [".utf8) + [0xC0, 0xAF], path: "m").file == nil)
        let marked = SourceFile.read([0xEF, 0xBB, 0xBF] + Array("accept: [Trip]".utf8), path: "m").file
        let mapping = marked.map { MappingFile.read($0, from: Schema.Version(1), to: nil) }?.mapping
        #expect(mapping?[.accept].map(\.path) == [ElementPath("Trip")])
    }

    @Test("Mutated mappings are refused with locations, or read and written back")
    func mutations() throws {
        let seeds: [String] =
            GoldenFile.files(in: "BadFiles").flatMap(\.cases)
            .filter { $0.name.hasPrefix("mapping") || $0.name.hasPrefix("stage") }.map(\.input)
            + (UInt64(0)..<20).map { seed in
                var random = SplitMix64(seed: seed)
                return MappingFile.write(MappingGenerator.mapping(Schema.Version(1), nil, &random))
            }
        let tokens: [String] = [
            "\n", "  ", ": ", " #", "{", "}", "[", "]", ",", "\"", "'", "|", "- ", "? ", "&a ", "*", "~", "()",
            "uuid()",
            "accept:", "fill:", "convert:", "require:", "assert:", "that:", "message:", "$old", "Trip", ".", ".*",
            "\u{301}", "\u{2028}", "\0", "null",
            "rounded",
        ]
        let older: Schema = try #require(ModelFile.read([SourceFile(path: "o", text: MappedStages.older)]).schema)
        let newer: Schema = try #require(ModelFile.read([SourceFile(path: "n", text: MappedStages.newer)]).schema)
        var random = SplitMix64(seed: 11)
        var valid = 0
        for _ in 0..<1500 {
            var scalars: [Unicode.Scalar] = Array(random.pick(seeds).unicodeScalars)
            for _ in 0..<(1 + random.below(3)) {
                let start: Int = random.below(scalars.count + 1)
                let end: Int = min(scalars.count, start + random.below(6))
                scalars.replaceSubrange(start..<end, with: random.pick(tokens).unicodeScalars)
            }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            let text = String(view)
            let file = SourceFile(path: "m", text: text)
            let (mapping, findings) = MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2))
            #expect((mapping == nil) == !findings.isEmpty, "\(text.debugDescription)")
            #expect(findings.allSatisfy { $0.location?.file == "m" && !$0.message.isEmpty }, "\(text.debugDescription)")
            _ = Fixer.apply(findings.flatMap(\.fixes), to: file)
            guard let mapping else { continue }
            valid += 1
            let said: [Diagnostic] = MappingCheck(mapping, older: older, newer: newer).diagnostics
            #expect(said.allSatisfy { $0.location?.file == "m" && !$0.message.isEmpty }, "\(text.debugDescription)")
            _ = Fixer.apply(said.flatMap(\.fixes), to: file)
            let written = SourceFile(path: "m", text: MappingFile.write(mapping))
            let again = MappingFile.read(written, from: Schema.Version(1), to: Schema.Version(2)).mapping
            #expect(again?.withoutFile == mapping.withoutFile, "\(text.debugDescription)")
        }
        #expect(valid > 100)
    }
}
