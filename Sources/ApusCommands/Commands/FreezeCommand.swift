import ApusFiles
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ArgumentParser
import Foundation

struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freeze",
        abstract: "Release the head as a version, which is never edited again.",
        discussion: """
            Writes versions/<version>.yaml and its line in versions.lock, and renames the head's mapping files after \
            the version. Refused if nothing has changed, or if the stage to the new version is not settled.

            With --mapping, nothing is released: the mapping of a frozen stage is locked as it is now. Use this for an \
            imported mapping that was reviewed, before any store is migrated with it.

            EXAMPLES
              apus freeze
              apus freeze --as 2.1
              apus freeze --mapping 3-4
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The new version, with numbers of at most 15 digits; the next whole number by default.",
            valueName: "version"
        ),
        transform: VersionArgument.version
    )
    var name: Schema.Version?

    /// The former name of `--as`. With every other command, `--version` prints the version of Apus.
    @Option(name: .customLong("version"), help: .hidden, transform: VersionArgument.version)
    var formerName: Schema.Version?

    @Option(
        name: .long,
        help: ArgumentHelp("Lock the reviewed mapping of a frozen stage instead.", valueName: "from-to"),
        completion: Completions.stages
    )
    var mapping: String?

    /// A version or a stage where none is taken, for a message that says which option was meant.
    @Argument(help: .hidden)
    var surplus: String?

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if let surplus { throw ValidationError(Self.problem(with: surplus)) }
        if name != nil, formerName != nil {
            throw ValidationError("--version is the former name of --as: use one of them")
        }
        if mapping != nil, name ?? formerName != nil {
            throw ValidationError("--mapping does not freeze a version: leave out --as")
        }
    }

    func run() throws {
        if let mapping { return try lock(mapping) }
        let loaded = try options.load()
        let stage = loaded.planner.headStage
        if let stage {
            try failing(locating: loaded.locations, leaving: "nothing was frozen") {
                try loaded.planner.checkWaysToHead()
            }
            if format == .text { Console.print(stage.styledText) }
        }
        let frozen = try failing { try loaded.project.freeze(loaded.model, as: name ?? formerName) }
        Console.note("froze version \(frozen.version): \(frozen.file)" + frozen.mappings.map { ", \($0)" }.joined())
        if format == .json {
            try Console.printJSON(
                FreezeRecord(
                    model: loaded.model.name,
                    version: "\(frozen.version)",
                    files: [frozen.file] + frozen.mappings,
                    changes: stage?.record
                )
            )
        }
    }

    private static func problem(with argument: String) -> String {
        if Schema.Version(argument) != nil {
            return "'apus freeze' releases the head, whose version is an option: write 'apus freeze --as \(argument)'"
        }
        let option = "'apus freeze --mapping \(argument)'"
        return MappingFile.versions(ofFileName: "\(argument).yaml")?.to == nil
            ? "'apus freeze' releases the head: leave out '\(argument)'"
            : "'apus freeze' releases the head; to lock the mapping of a stage, write \(option)"
    }

    private func lock(_ stage: String) throws {
        guard let (from, to) = MappingFile.versions(ofFileName: "\(stage).yaml"), let to else {
            throw CommandFailure.invalid("'\(stage)' is not a frozen stage", help: "write it as '--mapping 3-4'")
        }
        let (name, file) = try failing(leaving: "nothing was locked") {
            let project = try Project.find(explicit: options.project.map { URL(fileURLWithPath: $0) })
            let name = try options.modelName(preferring: [], in: project)
            return (name, try project.lockMapping(of: name, from: from, to: to))
        }
        Console.note("locked \(file) as it is now")
        if format == .json {
            try Console.printJSON(FreezeRecord(model: name, version: nil, files: [file], changes: nil))
        }
    }
}
