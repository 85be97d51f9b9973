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
            A class that you own (codegen: extension) is written once and never changed. Other files are written only \
            if they change. A file that is no longer generated is removed if Apus wrote it: it is listed in the hidden \
            file .<Model>.apus-generated beside it and begins with the line that marks generated files. With the build \
            plugin GenerateModels you do not need this command.

            If you commit the classes, 'output' in apus.yaml names their folder, and 'apus check' checks that they are \
            up to date. In a project with one model, the first 'apus generate --output' writes that line for you:

              codegen: { output: Sources/App/Models }

            EXAMPLES
              apus generate --output Sources/App/Models
              apus generate                        from then on
              apus generate --check                in CI: exit code 1 and the
                                                   difference if files are outdated
              apus generate --dry-run              show what would be written and
                                                   removed
              apus generate --access public
              apus generate --entity Trip --print  one class, to copy (codegen: none)
              apus generate --print                all files, one after the other
              apus generate --versions 1,2         also the classes of these versions:
                                                   TripsV1.Trip, TripsV2.Trip
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(name: .long, help: "The folder to write to; by default 'output' in apus.yaml.", completion: .directory)
    var output: String?

    @Option(name: .long, help: "The access level of the classes; by default 'access' in apus.yaml.")
    var access: AccessLevel?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also generate classes of frozen versions (TripsV2.Trip): all, or a list (1,1.2); by default 'versions' "
                + "in apus.yaml.",
            valueName: "versions"
        ),
        completion: Completions.versionSelections,
        transform: { text in
            guard let versions = VersionSelection(text) else {
                throw ValidationError(
                    "'\(text)' is not a list of versions (expected 'all', or versions with commas between them: 1,1.2)"
                )
            }
            return versions
        }
    )
    var versions: VersionSelection?

    @Option(
        name: .long,
        help: "With --print: only the class and properties of one entity, whatever its codegen mode.",
        completion: Completions.entities
    )
    var entity: String?

    @Flag(name: .long, help: "Write nothing; end with 1 and show the difference if a file is not up to date.")
    var check: Bool = false

    @Flag(name: .long, help: "Write nothing; show what would be written and removed.")
    var dryRun: Bool = false

    @Flag(name: .customLong("print"), help: "Write to standard output instead of files.")
    var prints: Bool = false

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if entity != nil, !prints { throw ValidationError("--entity requires --print: it prints the source to copy") }
        if [check, dryRun, prints].count(where: { $0 }) > 1 {
            throw ValidationError("--check, --dry-run and --print exclude each other")
        }
    }

    func run() throws {
        let loaded = try options.load()
        let generator = try failing {
            try Generator(
                history: loaded.history,
                mappings: loaded.planner.mappings,
                seedData: loaded.model.contents.seedData,
                options: generatorOptions(loaded.project.settings)
            ) { loaded.locations.head[$0] }
        }
        if prints { return try printSource(generator, loaded) }
        let chosen = output.map { URL(fileURLWithPath: $0) } ?? loaded.project.output
        guard let folder = chosen else {
            throw CommandFailure.invalid(
                "no output folder is given for the classes",
                help: "give one with --output, or in apus.yaml: 'codegen: { output: Sources/App/Models }'"
            )
        }
        let plan = generator.plan(for: folder)
        if let obstruction = plan.obstruction(in: folder.relativePath) {
            throw CommandFailure([obstruction], code: CommandFailure.Codes.invalid)
        }
        if check { return try check(plan, of: folder, in: loaded.project) }
        try carryOut(plan, in: folder)
        if !dryRun, output != nil { try remember(folder, in: loaded.project) }
        if format == .json {
            try Console.printJSON(GenerateRecord(plan, in: loaded.project.shown(folder), isDone: !dryRun))
        }
    }

    /// Writes the folder to `apus.yaml` if it has none yet. If this call has other settings than `apus.yaml`, nothing
    /// is written: 'apus check' would otherwise report the classes as outdated.
    private func remember(_ folder: URL, in project: Project) throws {
        guard project.output == nil, generatorOptions(project.settings) == Generator.Options(project.settings),
            let written = try failing({ try project.remember(output: folder) })
        else { return }
        Console.note(
            "wrote 'output: \(written.output)' to \(written.file): 'apus generate' and 'apus check' use it from now on"
        )
    }

    private func generatorOptions(_ settings: ProjectFile) -> Generator.Options {
        var options = Generator.Options(settings)
        options.access = access ?? options.access
        options.versions = versions ?? options.versions
        return options
    }

    private func printSource(_ generator: Generator, _ loaded: LoadedModel) throws {
        guard let entity else {
            let files = generator.files()
            if format == .json { return try Console.printJSON(GenerateRecord(printing: files)) }
            for file in files { Console.print("// \(file.name)\n\(file.contents)") }
            return
        }
        guard let file = generator.source(of: entity) else {
            throw CommandFailure.invalid(
                "'\(loaded.history.model)' has no entity '\(entity)'",
                help: "its entities are \(generator.entityNames.joined(separator: ", "))"
            )
        }
        if format == .json { return try Console.printJSON(GenerateRecord(printing: [file])) }
        Console.printSource(file.contents)
    }

    private func check(_ plan: OutputPlan, of folder: URL, in project: Project) throws {
        if format == .json { try Console.printJSON(GenerateRecord(plan, in: project.shown(folder), isDone: false)) }
        guard !plan.isEmpty else { return }
        if format == .text { Console.print(plan.differences { project.shown(folder.appending(path: $0)) }) }
        Console.message("the generated classes are not up to date: run 'apus generate' and commit what it writes")
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
    /// The options in a project's `apus.yaml`.
    init(_ settings: ProjectFile) {
        self.init(access: settings.access, imports: settings.imports, versions: settings.versions)
    }
}

extension Project {
    /// The folder that generated classes are committed to, if there is one.
    var output: URL? { settings.output.map { folder.appending(path: $0) } }
}

extension Generator {
    /// The changes that bring a folder's generated files up to date.
    func plan(for folder: URL) -> OutputPlan {
        plan { name in
            FileManager.default.contents(atPath: folder.appending(path: name).path)
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension AccessLevel: ExpressibleByArgument {}
