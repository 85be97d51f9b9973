import ApusDiagnostics
import ApusFiles
import ApusProject
import ApusSchema
import Foundation
import Testing

@Suite("A project on disk")
struct ProjectTests {
    @Test("A new project is sound, and is found from within")
    func initialize() throws {
        let project = try TemporaryProject()
        let written = try Project.initialize(project.folder, model: "Trips")
        let schemas = ["model.schema.json", "mapping.schema.json", "project.schema.json"]
        #expect(
            written.map { $0.split(separator: "/").last.map(String.init) } == ["apus.yaml", "Trips.yaml"] + schemas
        )
        #expect(try project.said().isEmpty)
        let files = schemas.map { ".apus/\($0)" }.sorted() + ["Schemas/Trips/Trips.yaml", "apus.yaml"]
        #expect(try project.files() == files)
        #expect(FileManager.default.fileExists(atPath: project.url("Migrations/Trips").path))
        #expect(try project.project().settings == ProjectFile(access: .internal))
        let found = try Project.find(from: project.url("Schemas/Trips"))
        #expect(found.folder.resolvingSymlinksInPath().path == project.folder.resolvingSymlinksInPath().path)
        let model = try #require(try project.load().models.first)
        #expect(model.name == "Trips")
        #expect(model.history?.head?.entities.map(\.name) == ["Item"])
    }

    @Test("What is commented out in a new model can be used")
    func example() throws {
        let project = try TemporaryProject()
        try Project.initialize(project.folder, model: "null")
        try project.edit("Schemas/null/null.yaml") { text in
            let used: String = text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("  # ") ? "  " + $0.dropFirst(4) : $0 }.joined(separator: "\n")
            let relationships = "    relationships: { tag: { to: Tag, optional: true, inverse: items } }\n"
            return used.replacing("created: date?\n", with: "created: date?\n" + relationships)
        }
        #expect(try project.said() == "")
        #expect(try project.load().models.first?.history?.head?.entities.map(\.name) == ["Item", "Tag"])
    }

    @Test("Nothing is overwritten, and a second model goes beside the first")
    func initializeAgain() throws {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\ncodegen: { access: public }\n")
        try Project.initialize(project.folder, model: "Trips")
        #expect(
            try project.refusal { try Project.initialize(project.folder, model: "Trips") } == """
                Schemas/Trips/Trips.yaml: error: the model 'Trips' already exists
                  help: choose another name with --model, or edit what is there
                """
        )
        try Project.initialize(project.folder, model: "Other")
        #expect(try project.load().models.map(\.name) == ["Other", "Trips"])
        #expect(try project.read("apus.yaml") == "apus: 1\ncodegen: { access: public }\n")
        for name in ["../x", "a b", "", "2", "a/b"] {
            #expect(try project.refusal { try Project.initialize(project.folder, model: name) }.hasPrefix("error: "))
        }
        #expect(try project.files().filter { !$0.hasPrefix(".apus/") }.count == 3)
    }

    @Test("No project")
    func none() throws {
        let project = try TemporaryProject()
        #expect(
            try project.refusal { _ = try project.project() }.hasSuffix(
                "'\n  help: run 'apus init' there, or give another folder with --project"
            )
        )
        #expect(
            try project.refusal { _ = try Project.find(from: project.folder) }.contains("or a folder above it")
        )
        try project.write("apus.yaml", "apus: 9\n")
        #expect(try project.refusal { _ = try project.project() }.hasPrefix("apus.yaml:1:7: error: "))
        try project.write("apus.yaml", "apus: 1\n")
        #expect(
            try project.said()
                == "error: there is no model in 'Schemas'\n  help: run 'apus init --model Name' to add one"
                || project.said().contains("there is no model in")
        )
    }

    @Test("Misplaced files are reported")
    func strays() throws {
        let project = try TemporaryProject()
        try Project.initialize(project.folder, model: "Trips")
        try project.write("Schemas/Stray.yaml", "")
        try project.write("Schemas/README.md", "")
        try project.write("Schemas/Trips/.hidden.yaml", "")
        try project.write("Schemas/Trips/notes.txt", "")
        try project.write("Schemas/Trips/More.yml", "")
        try project.write("Schemas/Trips/old/1.yaml", "")
        try project.write("Migrations/Gone/1-2.yaml", "")
        try project.write("Migrations/1-2.yaml", "")
        let said: String = try project.said()
        #expect(
            said == """
                Schemas/Stray.yaml: error: a model file must be in a folder with the model's name
                  help: move it to Schemas/<Model>/
                Schemas/Trips/More.yml: error: only files that end in '.yaml' are read
                  help: rename the file
                Schemas/Trips/old: error: folders are not read here
                  help: move its files up, or move the folder away
                Migrations/1-2.yaml: error: a mapping file must be in a folder with its model's name
                  help: move it to Migrations/<Model>/
                Migrations/Gone: error: these mappings have no model: there is no 'Gone'
                  help: if the model was renamed, give the folder its new name; if it was removed, remove the folder too
                """
        )
    }

    @Test("Files that cannot be read")
    func unreadable() throws {
        let project = try TemporaryProject()
        try Project.initialize(project.folder, model: "Trips")
        try project.write("Schemas/Trips/Folder.yaml/x", "")
        try Data([0x61, 0x0A, 0xFF]).write(to: project.url("Schemas/Trips/Latin.yaml"))
        try Data(count: 9 << 20).write(to: project.url("Schemas/Trips/Large.yaml"))
        try FileManager.default.createSymbolicLink(
            at: project.url("Schemas/Trips/Link.yaml"),
            withDestinationURL: project.url("nowhere")
        )
        let said: String = try project.said()
        #expect(
            said == """
                Schemas/Trips/Folder.yaml: error: folders are not read here
                  help: move its files up, or move the folder away
                Schemas/Trips/Large.yaml: error: the file is larger than 8 MB
                  help: model files are text: remove this one, or split it
                Schemas/Trips/Latin.yaml:2: error: the file is not UTF-8: this line has invalid bytes
                  help: save the file as UTF-8
                Schemas/Trips/Link.yaml: error: the link is broken
                  help: correct it, or remove it
                """
        )
        #expect(try project.load().models.first?.history == nil)
    }

    @Test("All files' mistakes come at once")
    func allAtOnce() throws {
        let project = try TemporaryProject.trips()
        try project.write("Schemas/Trips/Trips.yaml", "model: Trips\nentities: []\n")
        try project.write("Schemas/Trips/versions/1.yaml", "model: Trips\n")
        try project.edit("Schemas/Trips/versions/2.yaml") { $0.replacing("b: string", with: "b: string?") }
        try project.write("Migrations/Trips/2-3.yaml", "acept: []\n")
        let files = try project.load().diagnostics.compactMap { $0.location?.file.split(separator: "/").last }
        #expect(files == ["Trips.yaml", "1.yaml", "2-3.yaml", "2.yaml"])
    }

    @Test("A file is written only when it changes")
    func writing() throws {
        let project = try TemporaryProject()
        let url: URL = project.url("deep/er/file.txt")
        #expect(try FileWriting.write("a", to: url))
        #expect(try !FileWriting.write("a", to: url))
        #expect(try FileWriting.write("b", to: url))
        #expect(try project.read("deep/er/file.txt") == "b")
        #expect(throws: DiagnosticsError.self) { try FileWriting.write("c", to: project.url("deep/er")) }
    }
}
