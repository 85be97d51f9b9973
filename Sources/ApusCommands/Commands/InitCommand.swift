import ApusDiagnostics
import ApusProject
import ArgumentParser
import Foundation

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Begin a project, or a further model of one.",
        discussion: """
            Writes apus.yaml, Schemas/<Model>/<Model>.yaml with a small example, Migrations/<Model>/, and in .apus the \
            schemas by which editors complete and check these files. Nothing that you wrote is overwritten.

            With --git, git merges models by their changes ('apus merge') and shows them as schemas ('apus diff'): it \
            writes .gitattributes, which is committed, and settings of this clone. In a project it does only that.

            EXAMPLES
              apus init --model Trips
              apus init --git
            """
    )

    @Option(name: .long, help: "The project's folder.", completion: .directory)
    var project: String = "."

    @Option(name: .long, help: "The model's name; by default after the folder: MyApp in my-app.")
    var model: String?

    @Flag(name: .long, help: "Make git merge and compare models by their changes.")
    var git: Bool = false

    func run() throws {
        let folder = URL(fileURLWithPath: project)
        if git, model == nil, Project.isAround(folder) {
            return try setUpGit(try failing { try Project.find(from: folder) }.folder)
        }
        let name: String = try model ?? self.name(after: folder.standardizedFileURL.lastPathComponent)
        let written: [String] = try failing { try Project.initialize(folder, model: name) }
        for file in written { Console.note("wrote \(file)") }
        if git { try setUpGit(folder) }
        Console.note("next: edit the model, then run 'apus check' and 'apus freeze'")
    }

    /// The name of a model after a folder: `MyApp` after `my-app`, `Trips` after `trips`.
    private func name(after folder: String) throws -> String {
        let words: [Substring] = folder.split { !$0.isLetter && !$0.isNumber }
        let name: String = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if Project.canName(name) { return name }
        let rest: String = name.drop { !$0.isLetter }.prefix(1).uppercased() + name.drop { !$0.isLetter }.dropFirst()
        throw CommandFailure.invalid(
            "no model can be named after the folder '\(folder.shown)'",
            help: "name it: 'apus init --model \(Project.canName(rest) ? rest : "Trips")'"
        )
    }

    private func setUpGit(_ folder: URL) throws {
        let done: [String] = try failing { try GitSetup.setUp(folder, program: Self.program) }
        Console.note(
            done.isEmpty ? "git merges and compares models by their changes already" : done.joined(separator: "\n")
        )
    }

    /// How git, which runs in any folder, calls this program: by its name where it was found by it.
    private static var program: String {
        let called: String = CommandLine.arguments.first ?? "apus"
        guard called.contains("/") else { return called }
        let path: String = URL(fileURLWithPath: called).standardizedFileURL.path
        return path.shellQuoted
    }
}
