import ApusDiagnostics
import ApusFiles
import ApusProject
import ApusSchema
import ArgumentParser

struct RetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Remove versions that no supported store is at any more.",
        discussion: """
            Removes the schemas of all versions before one, the mappings from and to them, and the cases that start at \
            them. Their lines stay in versions.lock with their digests, so 'apus check' still verifies every later version. \
            The version itself, all later ones and the head are not changed. All files are changed, or none.

            A store of a retired version is never migrated or guessed at: every command and the app refuse it, and say which \
            release of the app opens it. Name that release with --release: the last one that was built before the versions \
            were retired. Without a name, the error says which versions such a release can have.

            To bring versions back, restore their files from git and run the command with the oldest of them.

            EXAMPLES
              apus retire --before 12 --release "App 7.2"
              apus retire --before 12 --dry-run             show what would be removed
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(
        name: .long,
        help: ArgumentHelp("The oldest version that is kept.", valueName: "version"),
        completion: Completions.versions,
        transform: VersionArgument.version
    )
    var before: Schema.Version

    @Option(
        name: .long,
        help: ArgumentHelp("The last release of the app that can open stores of the older versions.", valueName: "name")
    )
    var release: String?

    @Flag(name: .long, help: "Show what would be removed, and write nothing.")
    var dryRun: Bool = false

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if let release, let expected = LockFile.problem(withRelease: release) {
            throw ValidationError("--release must be \(expected)")
        }
    }

    func run() throws {
        let loaded = try options.load()
        let name = loaded.model.name
        let retired = try failing(leaving: "nothing was retired") {
            try loaded.project.retire(loaded.model, before: before, release: release, isDryRun: dryRun)
        }
        Console.report(retired.findings)
        if format == .json { try Console.printJSON(RetireRecord(retired, of: name, isDryRun: dryRun)) }
        let verb = dryRun ? "would " : ""
        func print(_ line: String) { if format == .text { Console.print(line) } }
        for file in retired.removed { print("\(verb)remove\(dryRun ? "" : "d") \(file)") }
        if let first = retired.restored.first, let last = retired.restored.last {
            print("\(name): \(verb)br\(dryRun ? "ing" : "ought") back \(Self.range(first, last))")
        }
        if let first = retired.versions.first, let last = retired.versions.last {
            print("\(name): \(verb)retire\(dryRun ? "" : "d") \(Self.range(first, last))")
        }
        if !retired.isChanged { return Console.note("\(name): no version before \(before) is left to retire") }
        if let release = retired.releases.first, retired.restored.isEmpty {
            Console.note("stores of retired versions: open them first with \(release)")
            if release.name == nil { Console.note("with --release NAME, the error about it names that release") }
        }
        if loaded.project.output != nil, !dryRun {
            Console.note("run 'apus generate': the generated code lists all versions")
        }
    }

    private static func range(_ first: Schema.Version, _ last: Schema.Version) -> String {
        first == last ? "version \(first)" : "versions \(first) to \(last)"
    }
}
