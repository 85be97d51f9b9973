import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import ArgumentParser

struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Make a store of a version with plausible rows, to try a migration on.",
        discussion: """
            The same seed gives the same rows on every machine. Some values lie at the edges of their types, as those of \
            real stores do.

            EXAMPLE
              apus seed old.sqlite --version 1 --rows 1000 --seed 7
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(help: "The store to make; there must be no such file.")
    var store: String

    @Option(name: .long, help: "The version; the newest frozen one by default.")
    var version: Schema.Version?

    @Option(name: .long, help: "The rows of each entity.")
    var rows: Int = 100

    @Option(name: .long, help: "The seed.")
    var seed: UInt64 = 1

    func validate() throws {
        if rows < 0 { throw ValidationError("--rows is a number from 0") }
    }

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let state: StoreState = try failing {
            try loaded.planner.state(of: version.map { .version($0) } ?? .newestVersion)
        }
        try failing { try Seeder(rows: rows, seed: seed).seed(storeURL(store), holding: state) }
        let total: Int = rows * state.schema.entities.count
        Console.print("\(store): \(loaded.model.name) \(PlanReport.name(state.version)), \(total) rows, seed \(seed)")
    }
}
