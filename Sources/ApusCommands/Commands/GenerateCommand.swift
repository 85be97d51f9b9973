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

            Where classes are committed, 'output' in apus.yaml says the folder, and 'apus check' looks whether they are up \
            to date:

              codegen: { output: Sources/App/Models }

            EXAMPLES
              apus generate
              apus generate --output Sources/App/Models
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(name: .long, help: "The folder to write to; that of apus.yaml by default.")
    var output: String?

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let chosen: URL? = output.map { URL(fileURLWithPath: $0) } ?? loaded.project.output
        guard let folder = chosen else {
            throw CommandFailure.invalid(
                "nothing says where the classes go",
                help: "name a folder with --output, or in apus.yaml: 'codegen: { output: Sources/App/Models }'"
            )
        }
        let generator: Generator = try failing {
            try Generator(
                history: loaded.history,
                mappings: loaded.planner.mappings,
                access: loaded.project.settings.access
            ) { loaded.locations.head[$0] }
        }
        for file in generator.files() {
            let url: URL = folder.appending(path: file.name)
            if file.kind == .writtenOnce, FileManager.default.fileExists(atPath: url.path) { continue }
            let isNew: Bool = try failing { try FileWriting.write(file.contents, to: url) }
            if isNew { Console.note("wrote \(file.name)") }
        }
    }
}

extension Project {
    /// The folder that generated classes are committed in, where there is one.
    var output: URL? { settings.output.map { folder.appending(path: $0) } }
}

extension Generator {
    /// The files of a folder that are not as they would be written now.
    func outdatedFiles(in folder: URL) -> [(url: URL, isThere: Bool)] {
        files().compactMap { file in
            let url: URL = folder.appending(path: file.name)
            guard let found = FileManager.default.contents(atPath: url.path) else { return (url, false) }
            return file.kind == .writtenOnce || found == Data(file.contents.utf8) ? nil : (url, true)
        }
    }
}
