import ApusMigration
import ArgumentParser

/// The options that select a migration's target.
struct TargetOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The target: a version, which may be older, or 'head'; the newest frozen version by default.",
        completion: Completions.targets,
        transform: VersionArgument.target
    )
    var to: Planner.Target?

    @Flag(name: .long, help: "Migrate to the head, the schema being edited; the same as '--to head'.")
    var head: Bool = false

    /// The target.
    var target: Planner.Target { head ? .head : to ?? .newestVersion }

    func validate() throws {
        if head, case .version(let version) = to {
            throw ValidationError("--head and --to \(version) exclude each other")
        }
    }
}
