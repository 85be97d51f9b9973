import ApusMigration
import ApusProject
import ApusSchema
public import ApusSeeding
import ApusStore
public import ArgumentParser

struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Make a store of a version with plausible rows, to try a migration on.",
        discussion: """
            The rows obey the model: limits, patterns, uniqueness, how many objects a relationship leads to. The same seed \
            gives the same rows on every machine.

            PROFILES
              tiny         small, plain values that a person reads at a glance
              typical      names, dates and prices as in real life; some nulls,
                           a few parents with many children
              adversarial  values at the edges of their types, and texts that
                           programs trip over

            EXAMPLES
              apus seed old.sqlite --at 1 --rows 1000 --seed 7
              apus seed odd.sqlite --profile adversarial --format json
              apus seed old.sqlite --at 2 --replace
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(
        help: "The store to make; there must be no such file, unless --replace is given.",
        completion: .file()
    )
    var store: String

    @Option(
        name: .long,
        help: ArgumentHelp("The version that the store is at; the newest frozen one by default.", valueName: "version"),
        completion: Completions.versions
    )
    var at: Schema.Version?

    /// What `--at` was called before; to every command `--version` is Apus' own.
    @Option(name: .customLong("version"), help: .hidden)
    var formerAt: Schema.Version?

    @Option(name: .long, help: "How many objects there are, of all entities together.")
    var rows: Int = 100

    @Option(name: .long, help: "The seed, a number from 0.")
    var seed: UInt64 = 1

    @Option(name: .long, help: "tiny, typical or adversarial.")
    var profile: SeedProfile = .typical

    @Flag(name: .long, help: "Replace the file where it is a store of Apus that nobody has open.")
    var replace: Bool = false

    @Option(name: .long, help: "text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        if rows < 0 { throw ValidationError("--rows is a number from 0") }
        if at != nil, formerAt != nil {
            throw ValidationError("--version is the former name of --at: write one of them")
        }
    }

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let state: StoreState = try failing {
            try loaded.planner.state(of: (at ?? formerAt).map { .version($0) } ?? .newestVersion)
        }
        let seeder = Seeder(rows: rows, seed: seed, profile: profile)
        let progress = ProgressLine(store)
        let report: SeedReport = try failing(leaving: replace ? "nothing was replaced" : "no store was made") {
            defer { progress.end() }
            return try seeder.seed(storeURL(store), holding: state, isReplacing: replace) { progress.show($0) }
        }
        let record = SeedRecord(store, state, seeder, report)
        switch format {
        case .text: Console.print(record.text)
        case .json: try Console.printJSON(record)
        }
    }
}

extension SeedProfile: ExpressibleByArgument {}
