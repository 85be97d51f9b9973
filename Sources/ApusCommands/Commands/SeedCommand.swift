import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema
public import ApusSeeding
import ApusStore
public import ArgumentParser

struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Make a store with plausible rows at some version, to try a migration on.",
        discussion: """
            The rows obey the model: limits, patterns, unique constraints, the counts of relationships. The same seed \
            gives the same rows on every machine.

            PROFILES
              tiny         small, plain values that are easy to read
              typical      names, dates and prices as in real life; some nulls,
                           a few parents with many children
              adversarial  values at the limits of their types, and strings that
                           programs stumble over

            EXAMPLES
              apus seed old.sqlite --at 1 --rows 1000 --seed 7
              apus seed odd.sqlite --profile adversarial --format json
              apus seed old.sqlite --at 2 --replace
              apus seed dev.sqlite --at head     the schema that is being edited
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var keys: KeyOptions

    @Argument(
        help: "The store to make; the file must not exist, unless --replace is given.",
        completion: .file()
    )
    var store: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The version of the store, or head, for development; the newest frozen one by default.",
            valueName: "version"
        ),
        completion: Completions.targets,
        transform: VersionArgument.target
    )
    var at: Planner.Target?

    /// The former name of `--at`. With every other command, `--version` prints the version of Apus.
    @Option(name: .customLong("version"), help: .hidden, transform: VersionArgument.version)
    var formerAt: Schema.Version?

    @Option(name: .long, help: "The number of objects of all entities together, at most 100000000.")
    var rows: Int = 100

    @Option(name: .long, help: "The seed of the random choices, a whole number from 0.")
    var seed: UInt64 = 1

    @Option(name: .long, help: "The kind of values: tiny, typical or adversarial.")
    var profile: SeedProfile = .typical

    @Flag(name: .long, help: "Replace the file if it is an Apus store that no process has open.")
    var replace: Bool = false

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard (0...Seeder.mostRows).contains(rows) else {
            throw ValidationError("--rows must be a whole number from 0 to \(Seeder.mostRows)")
        }
        if at != nil, formerAt != nil {
            throw ValidationError("--version is the former name of --at: use one of them")
        }
    }

    func run() throws {
        let loaded = try options.load()
        let state = try failing {
            try loaded.planner.state(of: at ?? formerAt.map { .version($0) } ?? .newestVersion)
        }
        var seeder = Seeder(rows: rows, seed: seed, profile: profile)
        seeder.keys = keys.keys
        let progress = ProgressLine(store)
        let interruption = Interruption()
        let report = try failing(leaving: replace ? "nothing was replaced" : "no store was made") {
            defer { progress.end() }
            return try seeder.seed(storeURL(store), holding: state, isReplacing: replace) {
                if interruption.isRequested {
                    let cancelled = Diagnostic.error("cancelled", at: SourceLocation(file: store), help: [])
                    throw CommandFailure([cancelled], code: CommandFailure.Codes.stopped)
                }
                progress.show($0)
            }
        }
        let record = SeedRecord(of: store, holding: state, by: seeder, report)
        switch format {
        case .text: Console.print(record.text)
        case .json: try Console.printJSON(record)
        }
    }
}

extension SeedProfile: ExpressibleByArgument {}
