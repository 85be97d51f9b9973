import ApusMigration
import ApusSchema
import ArgumentParser

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what differs between two schemas, renames as renames.",
        discussion: """
            A schema is a version (3), 'head', a model file or a store. Between two versions the stages between them are \
            composed: what was dropped and added again is a loss.

            EXAMPLES
              apus diff                       the newest version and the head
              apus diff 1 4
              apus diff app.sqlite head
              apus diff 1 head --format json
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(help: "The older schema; the newest version by default.")
    var older: String?

    @Argument(help: "The newer schema; the head by default.")
    var newer: String = "head"

    @Option(name: .long, help: "text or json.")
    var format: OutputFormat = .text

    @Flag(name: .long, help: "End with 1 where there is a difference.")
    var exitCode: Bool = false

    @Flag(name: .long, help: "Compare the two as they are, without the stages between them.")
    var direct: Bool = false

    func run() throws {
        let loaded: LoadedModel = try options.load()
        guard let first = older ?? loaded.history.newest?.version.description else {
            throw CommandFailure.invalid("no version is frozen yet to compare the head with", help: "run: apus freeze")
        }
        let old = try SchemaReference(first, in: loaded)
        let new = try SchemaReference(newer, in: loaded)
        let stage: Stage =
            direct
            ? Stage(from: old.schema, to: new.schema, from: old.point, to: new.point)
            : loaded.planner.difference(from: old.schema, at: old.point, to: new.schema, at: new.point)
        switch format {
        case .text:
            Console.print(stage.text)
            Console.report(stage.refusals.map { $0.diagnostic(at: loaded.locations.location(stage.to, $0.path)) })
        case .json:
            try Console.printJSON(stage.record)
        }
        if exitCode, !stage.changes.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.difference) }
    }
}
