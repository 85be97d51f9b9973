import ApusMigration
import ApusSchema
import ArgumentParser

/// Where a migration is to end.
struct TargetOptions: ParsableArguments {
    @Option(name: .long, help: "The version to end at; the newest frozen one by default.")
    var to: Schema.Version?

    /// The target.
    var target: Planner.Target { to.map { .version($0) } ?? .newestVersion }
}
