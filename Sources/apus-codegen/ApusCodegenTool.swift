import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusSchema
import ArgumentParser
import Foundation

/// What the build plugin runs: reads one model of a project, writes its Swift.
@main
struct ApusCodegenTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apus-codegen",
        abstract: "Generates the Swift of one model. The build plugin runs it; people run 'apus generate'."
    )

    @Option(help: "The project's folder, which has the file apus.yaml.")
    var project: String

    @Option(help: "The model, by the name of its folder in Schemas.")
    var model: String

    @Option(help: "The folder to write to.")
    var output: String

    @Option(help: "The model's files, without '.yaml', that have a Swift file each; all of them by default.")
    var head: [String] = []

    @Option(
        help: "Who can use the classes: internal, package or public; as apus.yaml says by default.",
        transform: accessLevel
    )
    var access: AccessLevel?

    func run() throws {
        do {
            let folder = ModelFolder(project: URL(filePath: project), model: model)
            let files: [GeneratedFile] = try generate(folder)
            let output = URL(filePath: output)
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            for file in files { try write(file, to: output) }
        } catch let error as DiagnosticsError {
            report(error.diagnostics)
            throw ExitCode(2)
        } catch {
            report([.error(error.localizedDescription)])
            throw ExitCode(2)
        }
    }

    private func generate(_ folder: ModelFolder) throws -> [GeneratedFile] {
        var findings = DiagnosticCollector()
        let project: ProjectFile? = folder.readProject(into: &findings)
        let files: HistoryFiles = folder.readModel(into: &findings)
        // A file that cannot be read is not a file that is missing.
        try findings.throwIfErrors()
        let contents: HistoryFiles.Contents = files.read()
        findings.add(contentsOf: contents.diagnostics)
        try findings.throwIfErrors()
        report(findings.diagnostics)
        guard let history = contents.history else { return [] }

        let options = Generator.Options(
            access: access ?? project?.access ?? .internal,
            imports: project?.imports ?? [],
            versions: project?.versions ?? .some([])
        )
        let generator = try Generator(history: history, mappings: contents.mappings, options: options) {
            contents.places[$0]
        }
        return generator.pluginFiles(heads: headFiles(of: files))
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

    private func report(_ diagnostics: [Diagnostic]) {
        let text: String = diagnostics.map { "\($0)\n" }.joined()
        FileHandle.standardError.write(Data(text.utf8))
    }
}

private func accessLevel(_ text: String) throws -> AccessLevel {
    guard let level = AccessLevel(rawValue: text) else {
        throw ValidationError("'\(text)' is no access level: write internal, package or public")
    }
    return level
}
