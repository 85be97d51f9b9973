import ApusCodegen
import ApusDiagnostics
import ApusFiles
public import ApusSchema
public import ArgumentParser
import Foundation

/// Writes or compares the classes that a project commits: `apus generate` without the rest of `apus`.
struct CommitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commit",
        abstract: "Write the classes that a project commits. The plugins generate-models and check-models run it."
    )

    @Option(help: "The folder of the project, which contains apus.yaml.")
    var project: String

    @Option(help: "The name of a model's folder in Schemas (default: all).")
    var model: [String] = []

    @Option(help: "The folder to write to (default: the one in apus.yaml).")
    var output: String?

    @Option(help: "The access of the classes (default: the one in apus.yaml).")
    var access: AccessLevel?

    @Flag(help: "Write nothing. If something is not up to date, show the difference and exit with 1.")
    var check: Bool = false

    @Flag(help: "Write nothing, but list what would be written and removed.")
    var dryRun: Bool = false

    func run() throws {
        try ApusCodegenTool.reporting {
            let folder = URL(filePath: project)
            var isOutdated = false
            for model in try model.isEmpty ? ModelFolder.models(in: folder) : model {
                let read = try ModelFolder(project: folder, model: model).read(access: access)
                let chosen: URL? =
                    output.map { URL(filePath: $0) } ?? read.settings.output.map { folder.appending(path: $0) }
                guard let target = chosen else {
                    throw DiagnosticsError([
                        .error(
                            "no output folder for the classes",
                            help: [
                                "set it with --output, or in apus.yaml: 'codegen: { output: Sources/App/Models }'"
                            ]
                        )
                    ])
                }
                if try !carryOut(read.generator, in: target) { isOutdated = true }
            }
            if isOutdated {
                ApusCodegenTool.note(
                    "the generated classes are out of date: run 'swift package generate-models' and commit the result"
                )
                throw ExitCode(1)
            }
        }
    }

    /// Brings a folder up to date, or compares it; returns whether it is up to date.
    private func carryOut(_ generator: Generator, in folder: URL) throws -> Bool {
        let plan: OutputPlan = generator.plan { name in
            FileManager.default.contents(atPath: folder.appending(path: name).path)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        let shown = folder.path(percentEncoded: false)
        if let obstruction = plan.obstruction(in: shown) { throw DiagnosticsError([obstruction]) }
        if check {
            FileHandle.standardOutput.write(Data(plan.differences { "\(shown)/\($0)" }.shownLines.utf8))
            return plan.isEmpty
        }
        if !dryRun { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        try plan.carryOut(
            isDryRun: dryRun,
            write: { try Data($0.contents.utf8).write(to: folder.appending(path: $0.name), options: .atomic) },
            remove: { try FileManager.default.removeItem(at: folder.appending(path: $0)) },
            note: ApusCodegenTool.note
        )
        return true
    }
}

extension AccessLevel: ExpressibleByArgument {}
