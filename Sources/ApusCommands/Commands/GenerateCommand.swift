import ApusCodegen
import ApusFiles
import ApusMigration
import ApusProject
public import ApusSchema
public import ArgumentParser
import Foundation

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write the Swift classes of the head.",
        discussion: """
            A class that a person owns (codegen: extension) is written once and then left alone. Files are written only \
            where they change. What is not generated any more is removed, where it is Apus' own: listed in the hidden \
            file .<Model>.apus-generated beside it, and with the first line of generated files. With the build plugin \
            GenerateModels there is no need for this command.

            Where classes are committed, 'output' in apus.yaml says the folder, and 'apus check' looks whether they are up \
            to date. The first 'apus generate --output' of a project with one model writes it there, once:

              codegen: { output: Sources/App/Models }

            EXAMPLES
              apus generate --output Sources/App/Models
              apus generate                        from then on
              apus generate --check                in CI: ends with 1 and a difference
              apus generate --dry-run              what it would write and remove
              apus generate --access public
              apus generate --entity Trip --print  one class, to copy (codegen: none)
              apus generate --print                all files, one behind the other
              apus generate --versions 1,2         classes of those versions as well:
                                                   TripsV1.Trip, TripsV2.Trip
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(name: .long, help: "The folder to write to; that of apus.yaml by default.", completion: .directory)
    var output: String?

    @Option(name: .long, help: "Who can use the classes; as apus.yaml says by default.")
    var access: AccessLevel?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Classes of frozen versions as well, TripsV2.Trip: all, or some (1,1.2); as apus.yaml says by default.",
            valueName: "versions"
        ),
        transform: { text in
            guard let versions = VersionSelection(text) else {
                throw ValidationError("'\(text)' says no versions: write all, or some with commas between them (1,1.2)")
            }
            return versions
        }
    )
    var versions: VersionSelection?

    @Option(name: .long, help: "Only the class and the properties of one entity, whatever its mode; with --print.")
    var entity: String?

    @Flag(name: .long, help: "Write nothing; end with 1 and show the difference where something is not up to date.")
    var check: Bool = false

    @Flag(name: .long, help: "Write nothing; say what would be written and removed.")
    var dryRun: Bool = false

    @Flag(name: .customLong("print"), help: "Write to the standard output instead of files.")
    var prints: Bool = false

    func validate() throws {
        if entity != nil, !prints { throw ValidationError("--entity goes with --print: it shows the source to copy") }
        if [check, dryRun, prints].count(where: { $0 }) > 1 {
            throw ValidationError("choose one of --check, --dry-run and --print")
        }
    }

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let generator: Generator = try failing {
            try Generator(
                history: loaded.history,
                mappings: loaded.planner.mappings,
                options: generatorOptions(loaded.project.settings)
            ) { loaded.locations.head[$0] }
        }
        if prints { return try printSource(generator, loaded) }
        let chosen: URL? = output.map { URL(fileURLWithPath: $0) } ?? loaded.project.output
        guard let folder = chosen else {
            throw CommandFailure.invalid(
                "nothing says where the classes go",
                help: "name a folder with --output, or in apus.yaml: 'codegen: { output: Sources/App/Models }'"
            )
        }
        let plan: OutputPlan = generator.plan(for: folder)
        if let obstruction = plan.obstruction(in: folder.relativePath) {
            throw CommandFailure([obstruction], code: CommandFailure.Codes.invalid)
        }
        if check { return try check(plan, folder, loaded.project) }
        try carryOut(plan, in: folder)
        if !dryRun, output != nil { try remember(folder, in: loaded.project) }
    }

    /// Writes the folder into `apus.yaml` if that names none. Not if this call has other settings than `apus.yaml`:
    /// with the folder alone 'apus check' would then find the classes outdated.
    private func remember(_ folder: URL, in project: Project) throws {
        guard project.output == nil, generatorOptions(project.settings) == Generator.Options(project.settings),
            let written = try failing({ try project.remember(output: folder) })
        else { return }
        Console.note("wrote 'output: \(written.output)' to \(written.file): 'apus generate' and 'apus check' go by it")
    }

    private func generatorOptions(_ settings: ProjectFile) -> Generator.Options {
        var options = Generator.Options(settings)
        options.access = access ?? options.access
        options.versions = versions ?? options.versions
        return options
    }

    private func printSource(_ generator: Generator, _ loaded: LoadedModel) throws {
        guard let entity else {
            for file in generator.files() { Console.print("// \(file.name)\n\(file.contents)") }
            return
        }
        guard let file = generator.source(of: entity) else {
            throw CommandFailure.invalid(
                "'\(loaded.history.model)' has no entity '\(entity)'",
                help: "its entities are \(generator.entityNames.joined(separator: ", "))"
            )
        }
        Console.write(file.contents, to: .standardOutput)
    }

    private func check(_ plan: OutputPlan, _ folder: URL, _ project: Project) throws {
        Console.write(plan.differences { project.shown(folder.appending(path: $0)) }, to: .standardOutput)
        guard !plan.isEmpty else { return }
        Console.note("the generated classes are not up to date: run 'apus generate' and commit what it writes")
        throw CommandFailure([], code: CommandFailure.Codes.difference)
    }

    private func carryOut(_ plan: OutputPlan, in folder: URL) throws {
        try failing {
            try plan.carryOut(
                isDryRun: dryRun,
                write: { _ = try FileWriting.write($0.contents, to: folder.appending(path: $0.name)) },
                remove: { try FileManager.default.removeItem(at: folder.appending(path: $0)) },
                note: { Console.note($0) }
            )
        }
    }
}

extension Generator.Options {
    /// What a project chooses.
    init(_ settings: ProjectFile) {
        self.init(access: settings.access, imports: settings.imports, versions: settings.versions)
    }
}

extension Project {
    /// The folder that generated classes are committed in, where there is one.
    var output: URL? { settings.output.map { folder.appending(path: $0) } }
}

extension Generator {
    /// What is to be done with a folder so that it holds what is generated.
    func plan(for folder: URL) -> OutputPlan {
        plan { name in
            FileManager.default.contents(atPath: folder.appending(path: name).path)
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension AccessLevel: ExpressibleByArgument {}
