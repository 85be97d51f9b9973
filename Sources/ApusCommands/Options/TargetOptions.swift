public import ApusMigration
import ApusSchema
public import ArgumentParser

/// Where a migration is to end.
struct TargetOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The version to end at, older ones too, or 'head'; the newest frozen one by default.",
        completion: Completions.targets
    )
    var to: Planner.Target?

    @Flag(name: .long, help: "End at the schema being edited, like '--to head'.")
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

    /// The text that help shows as the default.
    public var defaultValueDescription: String {
        switch self {
        case .newestVersion: "newest"
        case .version(let version): version.description
        case .head: "head"
        }
    }
}
