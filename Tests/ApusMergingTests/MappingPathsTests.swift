import ApusFiles
import ApusMigration
import ApusSchema
import Testing

@testable import ApusMerging

/// What becomes of a mapping's lines when their names do.
@Suite struct MappingPathsTests {
    private func schema(_ text: String) throws -> Schema {
        try #require(ModelFile.read([SourceFile(path: "T.yaml", text: "model: T\nentities:\n" + text)]).schema)
    }

    @Test("The origins of an entity have the other names, without those that do not exist")
    func origins() throws {
        let older = try Matching.through([
            schema("  Contact: { attributes: { home: string } }\n  Fax: {}\n"),
            schema("  Person: { originalName: Contact, attributes: { home: string } }\n"),
        ])
        let newer = try Matching.through([
            schema("  Phone: { attributes: { number: string, kind: string } }\n  Old: {}\n"),
            schema(
                "  Line:\n    originalName: Phone\n    attributes: { digits: { type: string, originalName: number } }\n"
                    + "  Old: {}\n"
            ),
        ])
        let paths = MappingPaths(older: try #require(older), newer: try #require(newer))
        let text = """
            entities:
              # both numbers
              Phone:
                - { from: [Contact, Fax], values: { number: home, kind: "'a'" } }
                - { from: Fax }
              Old: { from: Fax }

            """
        let (one, two) = (Schema.Version(1), Schema.Version(2))
        let file = SourceFile(path: "1-2.yaml", text: text)
        let mapping = try #require(MappingFile.read(file, from: one, to: two).mapping)
        let (translated, renamed) = paths.translated(mapping, file, from: one, to: two)
        #expect(translated.lines == [.entity("Line", [Mapping.Origin(["Person"], values: ["digits": "home"])])])
        #expect(
            MappingFile.edited(SourceFile(path: "1-2.yaml", text: renamed), to: translated) == """
                entities:
                  # both numbers
                  Line:
                    from: Person
                    values:
                      digits: home

                """
        )
    }
}
