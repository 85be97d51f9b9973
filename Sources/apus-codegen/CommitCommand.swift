import ApusCodegen
import ApusDiagnostics
import ApusFiles
public import ApusSchema
public import ArgumentParser
import Foundation

/// Writes, or compares, the classes that a project commits: `apus generate` without what else `apus` can do.
struct CommitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commit",
        abstract: "Write the classes that a project commits; the plugins generate-models and check-models run it."
    )

    @Option(help: "The project's folder, which has the file apus.yaml.")
    var project: String

    @Option(help: "The model, by the name of its folder in Schemas; all of them by default.")
    var model: [String] = []

    @Option(help: "The folder to write to; that of apus.yaml by default.")
    var output: String?

    @Option(help: "Who can use the classes; as apus.yaml says by default.")
    var access: AccessLevel?

    @Flag(help: "Write nothing; end with 1 and show the difference where something is not up to date.")
    var check: Bool = false

    @Flag(help: "Write nothing; say what would be written and removed.")
    var dryRun: Bool = false

    func run() throws {
        try ApusCodegenTool.reporting {
            let folder = URL(filePath: project)
            var isOutdated: Bool = false
            for model in try model.isEmpty ? ModelFolder.models(in: folder) : model {
                let read = try ModelFolder(project: folder, model: model).read(access: access)
                let chosen: URL? =
                    output.map { URL(filePath: $0) } ?? read.settings.output.map { folder.appending(path: $0) }
                guard let target = chosen else {
                    throw DiagnosticsError([
                        .error(
                            "nothing says where the classes go",
                            help: [
                                "name a folder with --output, or in apus.yaml: 'codegen: { output: Sources/App/Models }'"
                            ]
                        )
                    ])
                }
                if try !carryOut(read.generator, in: target) { isOutdated = true }
            }
            if isOutdated {
                ApusCodegenTool.note(
                    "the generated classes are not up to date: run 'swift package generate-models' and commit what it writes"
                )
                throw ExitCode(1)
            }
        }
    }

    /// Brings a folder up to date, or says whether it is.
    private func carryOut(_ generator: Generator, in folder: URL) throws -> Bool {
        let plan: OutputPlan = generator.plan { name in
            FileManager.default.contents(atPath: folder.appending(path: name).path)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        let shown: String = folder.path(percentEncoded: false)
        if let obstruction = plan.obstruction(in: shown) { throw DiagnosticsError([obstruction]) }
        if check {
            FileHandle.standardOutput.write(Data(plan.differences { "\(shown)/\($0)" }.utf8))
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
