import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import Foundation
import Testing

@Suite("What a project tells editors")
struct EditorSchemasTests {
    private let header: String = "# yaml-language-server: $schema="

    @Test("A new project's files lead to schemas that are there")
    func initialize() throws {
        let project = try TemporaryProject()
        try Project.initialize(project.folder, model: "Trips")
        #expect(try project.read("apus.yaml").hasPrefix(header + "./.apus/project.schema.json\n"))
        #expect(try project.read("Schemas/Trips/Trips.yaml").hasPrefix(header + "../../.apus/model.schema.json\n"))
        for schema in EditorSchema.allCases { #expect(try project.read(schema.path) == schema.text) }
        try project.freeze()
        #expect(try !project.read("Schemas/Trips/versions/1.yaml").contains("yaml-language-server"))
    }

    @Test("An added model's head and mappings name their schemas, its versions do not")
    func add() throws {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        let older = Schema(model: "T", entities: [Entity("A", attributes: [Attribute("x", .string)]), Entity("B")])
        let newer = Schema(model: "T", entities: [Entity("B")])
        let history = History(
            model: "T",
            entries: [History.Entry(Schema.Version(1), older), History.Entry(Schema.Version(2), newer)],
            head: newer
        )
        let entries = try history.entries()
        let settlement = Settlement(from: entries[0], to: entries[1], in: history)
        try project.project().add(history, [settlement])
        #expect(try project.read("Schemas/T/T.yaml").hasPrefix(header + "../../.apus/model.schema.json\nmodel: T\n"))
        #expect(
            try project.read("Migrations/T/1-2.yaml")
                == header + "../../.apus/mapping.schema.json\n"
                + "# Imported, for review.\n# accept: an inferred migration of Core Data drops these without asking.\naccept:\n  - A\n"
        )
        #expect(try project.read("Schemas/T/versions/2.yaml").hasPrefix("model: T\n"))
        #expect(try project.read(EditorSchema.mapping.path) == EditorSchema.mapping.text)
        #expect(try project.load().diagnostics.isEmpty)
    }

    @Test("Schemas of another version are found and renewed, the others left alone")
    func renew() throws {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        func states() throws -> [Project.EditorSchemaState] {
            try EditorSchema.allCases.map { try project.project().state(of: $0).state }
        }
        #expect(try states() == [.missing, .missing, .missing])
        #expect(try project.project().writeEditorSchemas().count == 3)
        #expect(try states() == [.current, .current, .current])
        try project.write(EditorSchema.mapping.path, "{}\n")
        #expect(try states() == [.current, .stale, .current])
        #expect(try project.project().writeEditorSchemas().map { $0.hasSuffix("mapping.schema.json") } == [true])
        #expect(try project.project().writeEditorSchemas().isEmpty)
    }
}
