import ApusCodegen
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ArgumentParser
import Foundation

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write the Swift classes of the head.",
        discussion: """
            A class that a person owns (codegen: extension) is written once and then left alone. Files are written only \
            where they change. With the build plugin GenerateModels there is no need for this command.

            EXAMPLE
              apus generate --output Sources/App/Models
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(name: .long, help: "The folder to write to.")
    var output: String

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let folder = URL(fileURLWithPath: output)
        let access: AccessLevel = loaded.project.settings.access
        let generator: Generator = try failing {
            try Generator(history: loaded.history, mappings: loaded.planner.mappings, access: access) {
                loaded.locations.head[$0]
            }
        }
        for file in generator.files() {
            let url: URL = folder.appending(path: file.name)
            if file.kind == .writtenOnce, FileManager.default.fileExists(atPath: url.path) { continue }
            let isNew: Bool = try failing { try FileWriting.write(file.contents, to: url) }
            if isNew { Console.note("wrote \(file.name)") }
        }
    }
}
