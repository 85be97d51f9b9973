import ApusDiagnostics
import ApusFiles
import ApusSchema
import Foundation
import Testing

/// Locks hold the digests of mappings, so they are the same for ever.
@Suite struct MappingDigestTests {
    private let from = Schema.Version(1)
    private let to = Schema.Version(2)

    @Test func theDigestOfAMappingNeverChanges() {
        let lines: [Mapping.Line] = [
            .require(ElementPath("Trip", "owner")),
            .convert(ElementPath("Trip", "nights"), "rounded"),
            .fill(ElementPath("Trip", "id"), .generated(.uuid)),
            .fill(ElementPath("Trip", "code"), .literal("none \"yet\"\nzwei\n")),
            .accept(ElementPath("Item"), isWildcard: true),
            .accept(ElementPath("Draft")),
            .accept(ElementPath("Trip", "legacyCode")),
        ]
        let golden = "47f94dd933ed75e22ac6029d9d09a7d2db56b6465c948db96e5563b4ddf05660"
        #expect(Digest.of(Mapping(from: from, to: to, lines)) == golden)
        #expect(Digest.of(Mapping(from: from, to: nil, lines.reversed(), file: "m.yaml")) == golden)
        for line in lines {
            var mapping = Mapping(from: from, to: to, lines)
            mapping.remove([line])
            #expect(Digest.of(mapping) != golden, "\(line.subject)")
        }
        #expect(Digest.of(Mapping(from: from, to: to)) == nil)
    }

    @Test func theDigestOfOriginsDoesNotDependOnTheOrderOfTheirKeysAndValues() throws {
        let texts = [
            """
            entities:
              Phone: [{ from: Contact, as: home, where: "home != nil", values: { number: home, owner: $source } }, { from: Fax }]
              Client: { from: [Customer, Prospect] }
            """,
            """
            entities:
              Client:
                - from: [Customer, Prospect]
              Phone:
                - values: { owner: $source, "number": home }
                  where: 'home != nil'
                  as: home
                  from: [Contact]
                - from: Fax
                  values: {}
            """,
        ]
        for text in texts {
            let mapping = MappingFile.read(SourceFile(path: "m.yaml", text: text), from: from, to: to).mapping
            #expect(mapping.flatMap(Digest.of) == "6519a4f3cc38118a2ac5aac0b5c3803285921db751b5a68ae6fbcdab040e1366")
        }
    }

    @Test func theDigestOfAssertionsNeverChanges() throws {
        let text = """
            assert:
              - { that: "A.count == $old.B.count", message: "all of them" }
              - message: "one # two"
                that: |
                  C.count > 0
                  OR TRUEPREDICATE
            """
        let mapping = MappingFile.read(SourceFile(path: "m.yaml", text: text), from: from, to: to).mapping
        #expect(mapping.flatMap(Digest.of) == "34eca89286dc5435f821c3cc8005040e4ff220f7eca77dc22caaaf5502b4ad89")
        let lines = try #require(mapping).lines
        #expect(Digest.of(Mapping(from: from, to: to, lines.reversed())) == mapping.flatMap(Digest.of))
        #expect(Digest.of(Mapping(from: from, to: to, [lines[0]])) != mapping.flatMap(Digest.of))
        #expect(try Mapping(from: from, to: to, json: try #require(mapping).json).lines == lines)
    }

    @Test func theDigestOfFunctionsNeverChanges() throws {
        let text = """
            functions:
              geocode: { takes: [string, "int64?"], gives: string?, version: 2 }
              one: { version: 1, gives: uuid, takes: [] }
            """
        let mapping = MappingFile.read(SourceFile(path: "m.yaml", text: text), from: from, to: to).mapping
        #expect(mapping.flatMap(Digest.of) == "f60ffac30c032e6e4c63f16a190507ab42810a93cb8e8a00b844a82b7f7624e3")
        let lines = try #require(mapping).lines
        #expect(lines.count == 2)
        #expect(Digest.of(Mapping(from: from, to: to, lines.reversed())) == mapping.flatMap(Digest.of))
        #expect(Digest.of(Mapping(from: from, to: to, [lines[0]])) != mapping.flatMap(Digest.of))
        #expect(try Mapping(from: from, to: to, json: try #require(mapping).json).lines == lines)
    }

    /// The lock of the sample project was written before mappings had a canonical form.
    @Test func theLockOfTheSampleIsValid() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let lock = LockFile.read(SourceFile(path: "versions.lock", text: try text("Schemas/Trips/versions.lock"))).lock
        let name = "3-4.yaml"
        let (from, to) = try #require(MappingFile.versions(ofFileName: name))
        let file = SourceFile(path: name, text: try text("Migrations/Trips/\(name)"))
        let mapping = try #require(MappingFile.read(file, from: from, to: to).mapping)
        #expect(try #require(lock.lines.first { $0.version == to }).mapping == Digest.of(mapping))
        #expect(Digest.of(try Mapping(from: from, to: to, json: mapping.json)) == Digest.of(mapping))
    }
}
