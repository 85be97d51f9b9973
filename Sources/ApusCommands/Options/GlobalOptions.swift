import ArgumentParser

/// When output has colours.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
    /// On a terminal, unless the environment says otherwise.
    case auto
    case always
    case never
}

/// The options of every command, for its help and its completions.
///
/// ``GlobalArguments`` reads them, because they may be before the command's name as well.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: .customShort("C"),
        help: ArgumentHelp("Run as if started in this folder.", valueName: "folder"),
        completion: .directory
    )
    var folder: String?

    @Option(name: .long, help: "When to use colours.")
    var color: ColourChoice?

    @Flag(name: [.short, .long], help: "Print only results, errors and warnings.")
    var quiet: Bool = false

    @Flag(name: [.short, .long], help: "Also print what is read, and how long each step takes.")
    var verbose: Bool = false

    @Flag(name: .customLong("no-pager"), help: "Do not show long results in a pager.")
    var isUnpaged: Bool = false

    /// What ``GlobalArguments`` has not read would have no effect: the command might run in another project.
    func validate() throws {
        if folder != nil || color != nil || quiet || verbose || isUnpaged {
            throw ValidationError("-C, --color, -q, -v and --no-pager must not share a dash with other options")
        }
    }

    /// What the usage of a command says about them, which every command would repeat.
    static let usage = " [-C <folder>] [--color <color>] [--quiet] [--verbose] [--no-pager]"
}
