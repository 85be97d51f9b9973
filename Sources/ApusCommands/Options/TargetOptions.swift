public import ApusMigration
import ApusSchema
public import ArgumentParser

/// The options that select a migration's target.
struct TargetOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The target: a version, which may be older, or 'head'; the newest frozen version by default.",
        completion: Completions.targets
    )
    var to: Planner.Target?

    @Flag(name: .long, help: "Migrate to the head, the schema being edited; the same as '--to head'.")
    var head: Bool = false

    /// The target.
    var target: Planner.Target { head ? .head : to ?? .newestVersion }

    func validate() throws {
        if head, let to, to != .head {
            throw ValidationError("--head and --to \(to.defaultValueDescription) exclude each other")
        }
    }
}

extension Planner.Target: ExpressibleByArgument {
    /// Reads a version or `head`.
    public init?(argument: String) {
        if argument == "head" {
            self = .head
        } else if let version = Schema.Version(argument) {
            self = .version(version)
        } else {
            return nil
        }
    }

    /// The default as the help shows it.
    public var defaultValueDescription: String {
        switch self {
        case .newestVersion: "newest"
        case .version(let version): version.description
        case .head: "head"
        }
    }
}
