import ApusDiagnostics
import ApusMigration
import ApusPictures
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
              apus diff 1 --output changes.html   as a page, with a slider over the stages
              apus diff --open                    the same, in a browser
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

    /// The output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case markdown
        case html
        case svg
        case mermaid
        case dot

        /// The format of a picture; `nil` if it is not drawn.
        var picture: PictureFormat? { PictureFormat(rawValue: rawValue) }
    }

    @Option(
        name: .long,
        help: """
            The output format: text, json, markdown, html, svg, mermaid or dot; by default the output's extension, else text.
            """
    )
    var format: Format?

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

    @OptionGroup var picture: PictureOptions

    @OptionGroup var globals: GlobalOptions

    private var chosenFormat: Format {
        format ?? picture.format.flatMap { Format(rawValue: $0.rawValue) } ?? (picture.open ? .html : .text)
    }

    func validate() throws {
        let format = chosenFormat
        if format != .text, stat || only != nil {
            throw ValidationError("--stat and --only are for text: the other formats have all changes")
        }
        if format != .text, format.picture == nil, !entity.isEmpty {
            throw ValidationError("--entity is for text and pictures: the other formats have all changes")
        }
        if picture.format == .dbml { throw ValidationError("DBML has no changes: 'apus show' writes it") }
        if picture.output != nil || picture.open {
            if self.format != nil, format.picture == nil {
                throw ValidationError("--output and --open are for html, svg, mermaid and dot")
            }
            try picture.validate(self.format.flatMap(\.picture))
        }
        if !git, !rest.isEmpty { throw ValidationError("expected at most two schemas, found \(2 + rest.count)") }
    }

    func run() throws {
        if git { return try GitDiff(arguments: [older].compactMap { $0 } + [newer] + rest).show() }
        let pair = try SchemaPair(older, newer, options: options)
        let (stage, stages) = try Console.timed("compared \(pair.older.point) and \(pair.newer.point)") {
            try pair.comparison(isDirect: direct)
        }
        let format = chosenFormat
        switch format {
        case .text:
            Pager.start()
            let selection = stage.selection(of: try entity.map { try name($0, in: stage) }, kind: only)
            if stat { Console.print(stage.statistics(of: selection)) } else { show(stage, pair, selection) }
        case .json:
            try Console.printJSON(stage.record)
        case .markdown:
            Console.print(Self.markdown(of: stage))
        case .html, .svg, .mermaid, .dot:
            guard let drawn = format.picture else { break }
            let album = Album(stage, through: format == .html ? stages : [], .init(pair.locations, pair.loaded))
            let text = try Console.timed("drew \(stages.count.of("stage"))") {
                drawn.text(of: try album.selecting(entity, for: "apus diff --stat"))
            }
            try picture.write(text, as: drawn, of: album.model)
        }
        if exitCode, !stage.changes.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.difference) }
    }

    /// The Markdown of a stage, with a picture of what it changes below the title.
    private static func markdown(of stage: Stage) -> String {
        let text = stage.markdown
        guard let picture = Picture(stage).changes(upTo: 15)?.mermaid, let end = text.firstIndex(of: "\n"),
            // Mermaid refuses texts above 50,000 characters; a picture that large cannot be read either.
            picture.utf8.count <= 20_000
        else { return text }
        return "\(text[..<end])\n\n```mermaid\n\(picture)```\(text[end...])"
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
