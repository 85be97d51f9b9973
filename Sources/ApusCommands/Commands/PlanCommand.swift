import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import ArgumentParser

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what a migration of a store would do, without doing it.",
        discussion: """
            Ends with 3 where a stage needs a decision, and says which.

            EXAMPLES
              apus plan app.sqlite
              apus plan app.sqlite --to 3 --format json
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var target: TargetOptions

    @Argument(help: "The store.")
    var store: String

    @Option(name: .long, help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let plan: PlanReport = try failing(locating: loaded.locations) {
            let status = try StoreStatus(of: storeURL(store), model: loaded.model.name)
            let plan: Plan = try Migrator(planner: loaded.planner, target: target.target).plan(storeURL(store))
            return PlanReport(plan, store: store, status: status)
        }
        switch format {
        case .text: Console.print(plan.text)
        case .json: try Console.printJSON(plan)
        }
    }
}
