import ApusDiagnostics
import ApusProject
import ArgumentParser
import Foundation

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Start a project, or add a model to one.",
        discussion: """
            Writes apus.yaml, Schemas/<Model>/<Model>.yaml with a small example, Migrations/<Model>/, and in .apus the \
            JSON Schemas with which editors complete and check these files. If there is no .gitignore, it writes one, so \
            that stores and keys are not committed; otherwise it prints the lines that yours does not have. Your own files \
            are never overwritten.

            With --git, git merges models by their changes ('apus merge') and compares them as schemas ('apus diff'). \
            This writes .gitattributes, which you commit, and settings of this clone. In an existing project, nothing \
            else is written but a missing .gitignore.

            With --executable, an existing project gets an executable of its own: the command 'apus' with the functions and \
            stages in Swift that its mappings name. This writes Sources/<Name>/Main.swift and a line in apus.yaml, and prints what to \
            add to Package.swift.

            EXAMPLES
              apus init --model Trips
              apus init --git
              apus init --executable trips-migrate
            """
    )

    @Option(name: .long, help: "The project's folder.", completion: .directory)
    var project: String = "."

    @Option(name: .long, help: "The model's name; by default the folder's name: MyApp in my-app.")
    var model: String?

    @Flag(name: .long, help: "Let git merge and compare models by their changes.")
    var git: Bool = false

    @Option(name: .long, help: "Add an executable with the project's functions and stages in Swift, and its name.")
    var executable: String?

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func run() throws {
        var record = InitRecord()
        try start(&record)
        if format == .json { try Console.printJSON(record) }
    }

    private func start(_ record: inout InitRecord) throws {
        let folder = URL(fileURLWithPath: project)
        if let executable { try failing { try Project.checkExecutable(executable) } }
        if git || executable != nil, model == nil, Project.isAround(folder) {
            let project = try failing { try Project.find(from: folder) }
            if git {
                try ignoreStores(in: project.folder, &record)
                try setUpGit(project.folder, &record)
            }
            if let executable { try add(executable, to: project, &record) }
            return
        }
        let name = try model ?? modelName(after: folder.standardizedFileURL.lastPathComponent)
        let written = try failing { try Project.initialize(folder, model: name) }
        for file in written { Console.note("wrote \(file)") }
        record.model = name
        record.files += written
        try ignoreStores(in: folder, &record)
        if git { try setUpGit(folder, &record) }
        if let executable { try add(executable, to: try failing { try Project.find(explicit: folder) }, &record) }
        Console.note("next: edit the model, then run 'apus check' and 'apus freeze'")
    }

    /// A model's name made from a folder's: `MyApp` from `my-app`, `Trips` from `trips`.
    private func modelName(after folder: String) throws -> String {
        let words = folder.split { !$0.isLetter && !$0.isNumber }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if Project.canName(name) { return name }
        let rest: String = name.drop { !$0.isLetter }.prefix(1).uppercased() + name.drop { !$0.isLetter }.dropFirst()
        throw CommandFailure.invalid(
            "the folder's name '\(folder.shown)' does not give a model's name",
            help: "choose a name: 'apus init --model \(Project.canName(rest) ? rest : "Trips")'"
        )
    }

    private func add(_ executable: String, to project: Project, _ record: inout InitRecord) throws {
        let added = try failing { try project.addExecutable(executable) }
        for file in added.files { Console.note("wrote \(file)") }
        let package = added.isInPackage ? "Package.swift" : "the package of the app"
        Console.note("next: add this target to \(package), with the names of your own targets and packages")
        record.files += added.files
        record.declaration = added.declaration
        if format == .text { Console.print(added.declaration) }
        if !added.seesClasses {
            Console.note("the target sees the classes with 'codegen: { access: package }' or 'public' in apus.yaml")
        }
    }

    /// Keeps stores and keys out of git. An existing file is the user's.
    private func ignoreStores(in folder: URL, _ record: inout InitRecord) throws {
        let result = try failing { try GitIgnore.write(in: folder) }
        if let file = result.written {
            Console.note("wrote \(file)")
            record.files.append(file)
        }
        if let problem = result.problem { Console.report([problem]) }
        if result.missing.isEmpty { return }
        record.missingInGitignore = result.missing
        Console.note("note: .gitignore is yours and stays as it is; these lines keep stores and keys out of git:")
        for line in result.missing { Console.note("  \(line)") }
    }

    private func setUpGit(_ folder: URL, _ record: inout InitRecord) throws {
        let done = try failing { try GitSetup.setUp(folder, program: Self.program) }
        record.git = done
        Console.note(
            done.isEmpty ? "git already merges and compares models by their changes" : done.joined(separator: "\n")
        )
    }

    /// The command with which git, which runs in any folder, starts this program: its name if it was found in `PATH`.
    private static var program: String {
        let called = CommandLine.arguments.first ?? "apus"
        guard called.contains("/") else { return called }
        // '-C' may have changed the folder since.
        let path = URL(fileURLWithPath: called, relativeTo: Invocation.startFolder).standardizedFileURL.path
        return path.shellQuoted
    }
}
