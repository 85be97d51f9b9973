import ApusDiagnostics
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
              apus diff 1 head --stat             the number of changes of each entity
              apus diff 1 head --only losses --entity Trip
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

    @Flag(name: .long, help: "Print only the number of changes of each entity.")
    var stat: Bool = false

    @Option(name: .long, help: "Print only the changes of an entity, an enum or a composite; can be repeated.")
    var entity: [String] = []

    @Option(name: .long, help: "Print only changes that lose data, or that need a decision: losses or decisions.")
    var only: StageReport.Selection.Kind?

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

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if format != .text, stat || !entity.isEmpty || only != nil {
            throw ValidationError("--stat, --entity and --only are for text: the other formats have all changes")
        }
        if !git, !rest.isEmpty { throw ValidationError("expected at most two schemas, found \(2 + rest.count)") }
    }

    func run() throws {
        if git { return try GitDiff(arguments: [older].compactMap { $0 } + [newer] + rest).show() }
        let pair = try SchemaPair(older, newer, options: options)
        let stage = try Console.timed("compared \(pair.older.point) and \(pair.newer.point)") {
            try pair.difference(isDirect: direct)
        }
        switch format {
        case .text:
            Pager.start()
            let selection = stage.selection(of: try entity.map { try name($0, in: stage) }, kind: only)
            if stat { Console.print(stage.statistics(of: selection)) } else { show(stage, pair, selection) }
        case .json:
            try Console.printJSON(stage.record)
        case .markdown:
            Console.print(stage.markdown)
        }
        if exitCode, !stage.changes.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.difference) }
    }

    private func show(_ stage: Stage, _ pair: SchemaPair, _ selection: StageReport.Selection) {
        Console.print(stage.styledText(of: selection))
        let all = stage.shownRefusals
        let refusals = stage.selected(all, of: selection)
        if refusals.isEmpty { return }
        Console.report(refusals.map { $0.diagnostic(at: pair.locations.location($0.path, in: stage)) })
        let advice = stage.advice(on: refusals)
        if !advice.isEmpty { Console.message(advice) }
        FindingCount(decisions: refusals.count, among: all.count, models: 1).text.map { Console.note($0) }
    }

    /// A name of the command line, if one of the two schemas has it.
    private func name(_ name: String, in stage: Stage) throws -> String {
        let known = [stage.old, stage.new].flatMap { schema in
            schema.entities.map(\.name) + schema.enumerations.map(\.name) + schema.composites.map(\.name)
        }
        if known.contains(name) { return name }
        let nearest = NearMiss.suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
        throw CommandFailure.invalid(
            "neither schema has an entity, enum or composite '\(name)'",
            help: nearest ?? "'apus diff --stat' lists those that have changed"
        )
    }
}

extension StageReport.Selection.Kind: ExpressibleByArgument {}
