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

    @Flag(name: [.short, .long], help: "Print only results and errors.")
    var quiet: Bool = false

    @Flag(name: [.short, .long], help: "Also print what is read, and how long each step takes.")
    var verbose: Bool = false

    @Flag(name: .customLong("no-pager"), help: "Do not show long results in a pager.")
    var isUnpaged: Bool = false

    /// What the usage of a command says about them, which every command would repeat.
    static let usage = " [-C <folder>] [--color <color>] [--quiet] [--verbose] [--no-pager]"
}
