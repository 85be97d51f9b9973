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

            EXAMPLE
              apus init --model Trips
            """
    )

    @Option(name: .long, help: "The project's folder.")
    var project: String = "."

    @Option(name: .long, help: "The model's name; the folder's by default.")
    var model: String?

    func run() throws {
        let folder = URL(fileURLWithPath: project)
        let name: String = model ?? folder.standardizedFileURL.lastPathComponent
        let written: [String] = try failing { try Project.initialize(folder, model: name) }
        for file in written { Console.note("wrote \(file)") }
        Console.note("next: edit the model, then run 'apus check' and 'apus freeze'")
    }
}
