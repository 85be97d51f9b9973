import ApusMigration
import ApusReports
import ApusSchema
import ArgumentParser

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the changes between two schemas, with renames as renames.",
        discussion: """
            A schema is a version (3), 'head', a model file or folder, a store, or a git revision with a colon: \
            'main:' is the head at that revision, 'main:3' a version, 'main:path/Model.yaml' a file, ':' the staged \
            head. Between two versions, the stages are composed: a property that was dropped and added again is a \
            loss.

            EXAMPLES
              apus diff                           the newest version and the head
              apus diff 1 4
              apus diff app.sqlite head
              apus diff main: head
              apus diff HEAD:1 HEAD:2             with the mapping of that revision
              apus diff old/Trips.yaml new/Trips.yaml
              apus diff 'App 2.xcdatamodel' 'App 3.xcdatamodel'
              apus diff 1 head --format json
              apus diff main: --format markdown   for a pull request
              apus diff --exit-code --direct 1 4  exit code 1 if the two differ,
                                                  whatever the stages did
              git diff                            after 'apus init --git'

            + is added, - is removed, ~ is changed. Losses are marked. A change that needs a decision is printed with \
            the lines that settle it. Documentation/Diff.md describes the formats, Documentation/Changes.md each \
            change by its code.
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(help: "The older schema; the newest version by default.", completion: Completions.schemas)
    var older: String?

    @Argument(help: "The newer schema; the head by default.", completion: Completions.schemas)
    var newer: String = "head"

    @Option(name: .long, help: "The output format: text, json or markdown.")
    var format: ReportFormat = .text

    @Flag(name: .long, help: "End with 1 if there is a difference.")
    var exitCode: Bool = false

    @Flag(name: .long, help: "Compare the two schemas directly, without the stages between them.")
    var direct: Bool = false

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Compare two states of a file, with the arguments that git passes to a diff driver.",
            visibility: .hidden
        )
    )
    var git: Bool = false

    @Argument(help: .hidden)
    var rest: [String] = []

    func validate() throws {
        if !git, !rest.isEmpty { throw ValidationError("expected at most two schemas, found \(2 + rest.count)") }
    }

    func run() throws {
        if git { return try GitDiff(arguments: [older].compactMap { $0 } + [newer] + rest).show() }
        let pair = try SchemaPair(older, newer, options: options)
        let stage = try pair.difference(isDirect: direct)
        switch format {
        case .text:
            Console.print(stage.styledText)
            let refusals = stage.shownRefusals
            Console.report(refusals.map { $0.diagnostic(at: pair.locations.location($0.path, in: stage)) })
            let advice = stage.advice(on: refusals)
            if !advice.isEmpty { Console.note(advice) }
        case .json:
            try Console.printJSON(stage.record)
        case .markdown:
            Console.print(stage.markdown)
        }
        if exitCode, !stage.changes.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.difference) }
    }
}
