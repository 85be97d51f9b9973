import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import ArgumentParser
import Foundation

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what a migration would do, without doing it.",
        discussion: """
            Of a store it shows what becomes of each table, how much of each accepted loss there is, and what it takes of \
            time and disk; what a migration would stop at is told. A schema (a version, a file, a git \
            revision, as for 'apus diff') stands for any store that holds it: so CI can plan what users will meet. With an \
            older version for '--to' the plan leads back.

            Ends with 3 where a stage needs a decision, and says which.

            EXAMPLES
              apus plan app.sqlite
              apus plan app.sqlite --to 3 --format json
              apus plan 1                             from version 1 to the newest
              apus plan 4 --to 3                      back
              apus plan 4 --to head                   what the next version will do
              apus plan app.sqlite --format markdown  for a pull request
              apus plan app.sqlite --sql              the SQL statements, in order
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(help: "The store, or the schema that it holds.", completion: Completions.schemas)
    var store: String

    @OptionGroup var target: TargetOptions

    @Option(name: .long, help: "text, json or markdown.")
    var format: ReportFormat = .text

    @Flag(name: .customLong("sql"), help: "The SQL statements that the migration executes, in order.")
    var listsStatements: Bool = false

    func validate() throws {
        if listsStatements, format == .markdown { throw ValidationError("--sql is text or json, not markdown") }
    }

    func run() throws {
        let (report, history): (PlanReport, History) = try isStore() ? planOfStore() : planOfSchema()
        switch format {
        case .text where listsStatements: Console.print(report.script)
        case .text:
            Console.print(report.text)
            hint(at: history)
        case .json: try Console.printJSON(report)
        case .markdown: Console.print(report.markdown)
        }
    }

    /// What is neither a version nor a model is taken for a store, so that a missing one is missed as a store.
    private func isStore() throws -> Bool {
        let argument = try TypedArgument(store)
        if case .path(let path) = argument.meaning {
            return ![.modelFile, .folder, .coreData].contains(PathKind(path))
        }
        return false
    }

    private func planOfStore() throws -> (PlanReport, History) {
        let loaded: LoadedModel = try options.load()
        try loaded.planner.refuseToGuess(about: store, target.target)
        return try failing(locating: loaded.locations) {
            let migrator = Migrator(planner: loaded.planner, target: target.target)
            let url: URL = storeURL(store)
            let statements: [MigrationStatement]? = listsStatements ? try migrator.statements(url) : nil
            return (PlanReport(try migrator.forecast(url), of: store, statements), loaded.history)
        }
    }

    /// A plan to the newest version says nothing of the head's changes: points to the plan that does.
    private func hint(at history: History) {
        guard target.target == .newestVersion, history.hasUnreleasedHead, let newest = history.newest else { return }
        Console.note(
            "the plan ends at version \(newest.version), and the head has changes since: 'apus plan \(store.shown) --head' "
                + "includes them"
        )
    }

    private func planOfSchema() throws -> (PlanReport, History) {
        let pair = try SchemaPair(store, "head", options: options)
        guard let loaded = pair.loaded else { throw CommandFailure.invalid("there is no project here to plan for") }
        let source = StoreState(version: pair.older.point.version, schema: pair.older.schema)
        return try failing(locating: pair.locations) {
            let migrator = Migrator(planner: loaded.planner, target: target.target)
            let plan: Plan = try loaded.planner.plan(from: source, to: target.target)
            let statements: [MigrationStatement]? = listsStatements ? try migrator.statements(from: source) : nil
            return (PlanReport(plan, of: store, statements), loaded.history)
        }
    }
}
