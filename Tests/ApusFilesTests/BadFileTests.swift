import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusTestSupport
import Testing

@Suite("What is said about files that cannot be used")
struct BadFileTests {
    private func said(_ findings: [Diagnostic]) -> String {
        findings.map(\.description).joined(separator: "\n")
    }

    @Test("Models: each mistake has its place and a next step", arguments: badModels)
    func model(_ golden: Golden) {
        let (schema, findings) = ModelFile.read([SourceFile(path: "T.yaml", text: golden.input)])
        #expect(said(findings) == golden.expected)
        #expect(schema == nil)
    }

    @Test("Mappings, settings, locks", arguments: badFiles)
    func other(_ golden: Golden) {
        let file = SourceFile(path: "file", text: golden.input)
        let findings: [Diagnostic] =
            switch golden.name.prefix(while: { $0 != " " && $0 != ":" }) {
            case "mapping": MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2)).diagnostics
            case "project": ProjectFile.read(file).diagnostics
            default: LockFile.read(file).diagnostics
            }
        #expect(said(findings) == golden.expected)
        #expect(!findings.isEmpty)
    }

    @Test("Several files of one schema: all mistakes, file by file")
    func severalFiles() {
        let files = [
            SourceFile(path: "b.yaml", text: "model: T\nentities:\n  Trip: { relationships: { a: to Stop } }\n"),
            SourceFile(path: "a.yaml", text: "model: U\nentities:\n  Stop: { x: y }\n  Trip: {}\n"),
            SourceFile(path: "c.yaml", text: "entities:\n  Stop: {}\n"),
            SourceFile(path: "d.yaml", text: "model: T\n"),
        ]
        let (schema, findings) = ModelFile.read(files)
        #expect(schema == nil)
        #expect(
            said(findings) == """
                a.yaml:1:8: error: this file belongs to the model 'U', but another one to 'T'
                  note: 'T' is at b.yaml:1:8
                  help: give all files of a schema one model
                a.yaml:3:11: error: 'x' is no key of an entity
                  help: possible are 'originalName', 'codegen', 'attributes', 'relationships'
                a.yaml:4:3: error: the entity 'Trip' is defined twice
                  note: the first one is at b.yaml:3:3
                  help: rename or remove one of them
                c.yaml:1:1: error: 'model' is missing
                  help: write 'model: Name': each file says which model it belongs to
                c.yaml:2:3: error: the entity 'Stop' is defined twice
                  note: the first one is at a.yaml:3:3
                  help: rename or remove one of them
                d.yaml:1:1: error: 'entities' is missing
                  help: write 'entities:' and the entities
                """
        )
    }
}
