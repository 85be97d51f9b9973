public import ApusMigration
import ApusSchema
public import ArgumentParser

/// Where a migration is to end.
struct TargetOptions: ParsableArguments {
    @Option(name: .long, help: "The version to end at; the newest frozen one by default.")
    var to: Schema.Version?

    /// The target.
    var target: Planner.Target { to.map { .version($0) } ?? .newestVersion }
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

    /// The text that help shows as the default.
    public var defaultValueDescription: String {
        switch self {
        case .newestVersion: "newest"
        case .version(let version): version.description
        case .head: "head"
        }
    }
}
