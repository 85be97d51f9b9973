import ApusCodegen
import ApusFiles
import ApusSchema
import ArgumentParser
import Foundation

/// Writes the files of one model that the build plugin has promised.
struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Write the files of one model that the build plugin GenerateModels has promised."
    )

    @Option(help: "The project's folder, which has the file apus.yaml.")
    var project: String

    @Option(help: "The model, by the name of its folder in Schemas.")
    var model: String

    @Option(help: "The folder to write to.")
    var output: String

    @Option(help: "The model's files, without '.yaml', that have a Swift file each; all of them by default.")
    var head: [String] = []

    func run() throws {
        try ApusCodegenTool.reporting {
            let read = try ModelFolder(project: URL(filePath: project), model: model).read()
            let output = URL(filePath: output)
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            for file in read.generator.pluginFiles(heads: headFiles(of: read.files)) { try write(file, to: output) }
        }
    }

    /// The files that the plugin has promised, with what is written in each of them now.
    private func headFiles(of files: HistoryFiles) -> [Generator.HeadFile] {
        var entities: [String: [String]] = [:]
        for file in files.heads { entities[String(file.name.dropLast(5))] = entityNames(in: file) }
        let names: [String] = head.isEmpty ? entities.keys.sorted() : head.sorted()
        return names.map { Generator.HeadFile(baseName: $0, entities: entities[$0] ?? []) }
    }

    private func write(_ file: GeneratedFile, to folder: URL) throws {
        let url: URL = folder.appending(path: file.name)
        let data = Data(file.contents.utf8)
        // An unchanged file keeps its date, so that nothing is compiled anew.
        if (try? Data(contentsOf: url)) != data { try data.write(to: url, options: .atomic) }
    }
}
