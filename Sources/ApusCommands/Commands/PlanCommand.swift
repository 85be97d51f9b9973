import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ApusStore
import ArgumentParser
import Foundation

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what a migration would do, without doing it.",
        discussion: """
            For a store, the plan shows what happens to each table, how many values each accepted loss affects, and \
            how much time and disk space the migration needs. It reports whatever would stop the migration. A schema \
            (a version, a file or a git revision, as for 'apus diff') represents every store that holds it, so CI can \
            plan the migrations of your users. If '--to' is an older version, the plan goes back.

            Ends with 3 if a stage needs a decision, which is printed.

            EXAMPLES
              apus plan app.sqlite
              apus plan app.sqlite --to 3 --format json
              apus plan 1                             from version 1 to the newest
              apus plan 4 --to 3                      back to an older version
              apus plan 4 --to head                   what the next version will do
              apus plan app.sqlite --format markdown  for a pull request
              apus plan app.sqlite --format html      a page with a picture
              apus plan app.sqlite --sql              the SQL statements, in order
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(
        help: "A store, or a schema (a version, a file, a git revision) that stands for all stores that have it.",
        completion: Completions.schemas
    )
    var store: String

    @OptionGroup var target: TargetOptions
    @OptionGroup var keys: KeyOptions

    @Option(name: .long, help: "How thoroughly to check a store: usual, or full (all pages of the file).")
    var check: StoreChecks = .usual

    @Flag(name: .customLong("defer"), help: "Show what 'apus migrate --defer' would do and leave for later.")
    var defersWork: Bool = false

    @Option(name: .long, help: "The output format: text, json, markdown or html.")
    var format: ReportFormat = .text

    @Flag(name: .customLong("sql"), help: "Print the SQL statements that the migration executes, in order.")
    var listsStatements: Bool = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if listsStatements, format == .markdown {
            throw ValidationError("--sql cannot be printed as markdown: use text, json or html")
        }
    }

    func run() throws {
        let (report, loaded) = try isStore() ? planOfStore() : planOfSchema()
        if format == .text { Pager.start() }
        Console.report(report.warnings)
        switch format {
        case .text where listsStatements: Console.print(report.script)
        case .text:
            Console.print(report.text)
            noteHeadChanges(in: loaded.history)
        case .json: try Console.printJSON(report)
        case .markdown: Console.print(report.sheet.markdown)
        case .html: try PageOutput.show(report.page(.init(loaded.locations, loaded)), named: "plan")
        }
    }

    /// Whether the argument is a store. A path that does not exist counts as one, so that the error is about a store.
    private func isStore() throws -> Bool {
        let argument = try TypedArgument(store)
        if case .path(let path) = argument.meaning {
            return ![.modelFile, .folder, .coreData].contains(PathKind(path))
        }
        return false
    }

    private func planOfStore() throws -> (PlanReport, LoadedModel) {
        let loaded = try options.load()
        try loaded.planner.refuseToGuess(about: store, target.target)
        return try failing(locating: loaded.locations) {
            var migrator = loaded.migrator(to: target.target)
            migrator.checks = check
            migrator.keys = keys.keys
            migrator.defersWork = defersWork
            let url = storeURL(store)
            let statements: [MigrationStatement]? = listsStatements ? try migrator.statements(url) : nil
            let forecast = try migrator.forecast(url)
            let seedData = loaded.seedData(of: store, after: forecast.plan)
            return (PlanReport(forecast, of: store, statements, seedData: seedData), loaded)
        }
    }

    /// Notes that a plan to the newest version leaves out the head's changes.
    private func noteHeadChanges(in history: History) {
        guard target.target == .newestVersion, history.hasUnreleasedHead, let newest = history.newest else { return }
        Console.note(
            "the plan ends at version \(newest.version); the head has changes since, which 'apus plan \(store.shown) --head' "
                + "includes"
        )
    }

    private func planOfSchema() throws -> (PlanReport, LoadedModel) {
        let pair = try SchemaPair(store, "head", options: options)
        guard let loaded = pair.loaded else {
            throw CommandFailure.invalid("a plan needs a project, and there is none here")
        }
        let source = StoreState(version: pair.older.point.version, schema: pair.older.schema)
        return try failing(locating: pair.locations) {
            let migrator = loaded.migrator(to: target.target)
            let plan = try loaded.planner.plan(from: source, to: target.target)
            let statements: [MigrationStatement]? = listsStatements ? try migrator.statements(from: source) : nil
            return (PlanReport(plan, of: store, statements), loaded)
        }
    }
}
