import ApusCodegen
import ApusFiles
import ApusSchema
import ArgumentParser
import Foundation

/// Writes the files of a model that the build plugin has declared as outputs.
struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Write the files of a model that the build plugin GenerateModels has declared as outputs."
    )

    @Option(help: "The folder of the project, which contains apus.yaml.")
    var project: String

    @Option(help: "The name of the model's folder in Schemas.")
    var model: String

    @Option(help: "The folder to write to.")
    var output: String

    @Option(help: "The model's files, without '.yaml', each of which gets a Swift file (default: all).")
    var head: [String] = []

    func run() throws {
        try ApusCodegenTool.reporting {
            let read = try ModelFolder(project: URL(filePath: project), model: model).read()
            let output = URL(filePath: output)
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            for file in read.generator.pluginFiles(heads: headFiles(of: read.files)) { try write(file, to: output) }
        }
    }

    /// The files that the plugin has declared, with the entities that are in each of them now.
    private func headFiles(of files: HistoryFiles) -> [Generator.HeadFile] {
        var entities: [String: [String]] = [:]
        for file in files.heads { entities[String(file.name.dropLast(5))] = file.entityNames }
        let names: [String] = head.isEmpty ? entities.keys.sorted() : head.sorted()
        return names.map { Generator.HeadFile(baseName: $0, entities: entities[$0] ?? []) }
    }

    private func write(_ file: GeneratedFile, to folder: URL) throws {
        let url = folder.appending(path: file.name)
        let data = Data(file.contents.utf8)
        // An unchanged file keeps its date, so that it is not recompiled.
        if (try? Data(contentsOf: url)) != data { try data.write(to: url, options: .atomic) }
    }
}
