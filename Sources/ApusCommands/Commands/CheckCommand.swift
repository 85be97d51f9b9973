import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ArgumentParser

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look at all models, frozen versions, the lock, and whether every stage is settled.",
        discussion: """
            Ends with 0 where all is well, 2 where a file is invalid, 3 where a stage needs a decision.

            EXAMPLE
              apus check
            """
    )

    @OptionGroup var options: ProjectOptions

    func run() throws {
        let contents: Project.Contents = try options.findProject().load()
        Console.report(contents.diagnostics)
        if contents.diagnostics.contains(where: { $0.severity == .error }) {
            throw CommandFailure([], code: CommandFailure.Codes.invalid)
        }
        var unsettled: [Diagnostic] = []
        for model in contents.models where options.model == nil || model.name == options.model {
            guard let history = model.history else { continue }
            let locations = ElementLocations(head: model.contents.places)
            let names: [Diagnostic] = Generator.problems(withNamesOf: history) { model.contents.places[$0] }
            if !names.isEmpty { throw CommandFailure(names, code: CommandFailure.Codes.invalid) }
            let stages: [Stage] = Planner(history: history, mappings: model.mappings).stages
            for stage in stages {
                unsettled += stage.refusals.map { $0.diagnostic(at: locations.location(stage.to, $0.path)) }
            }
            let newest: String = history.newest.map { "newest version \($0.version)" } ?? "no version frozen"
            Console.note("\(model.name): \(newest), \(history.hasUnreleasedHead ? "head changed" : "head unchanged")")
        }
        if !unsettled.isEmpty { throw CommandFailure(unsettled, code: CommandFailure.Codes.refused) }
    }
}
