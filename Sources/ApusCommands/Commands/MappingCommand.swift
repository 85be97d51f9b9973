import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ArgumentParser

struct MappingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mapping",
        abstract: "Write the mapping of a stage.",
        discussion: """
            EXAMPLES
              apus mapping new        with the decisions of the newest stage
              apus help mapping new   all about it
            """,
        subcommands: [New.self]
    )

    @OptionGroup var globals: GlobalOptions

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Write a mapping with the open decisions of a stage, each choice as a comment.",
            discussion: """
                Writes Migrations/<Model>/<from>-<to>.yaml with every decision that the stage needs, and the lines that \
                settle it: losses to accept, values to fill, conversions, and where it can be inferred from names and \
                types, the objects that lost values may have become. All of them are comments: the stage stays refused \
                until you uncomment a choice of each.

                A file that exists is never changed; --print prints the decisions that it leaves open. If the stage needs \
                no decision, nothing is written.

                EXAMPLES
                  apus mapping new            the newest stage that is refused
                  apus mapping new 2 3        from version 2 to version 3
                  apus mapping new 3 head     from the newest version to the head
                  apus mapping new 3 2        the stage back
                  apus mapping new 1 4        a direct mapping over several versions
                  apus mapping new --print    without writing a file
                """
        )

        @OptionGroup var options: ProjectOptions

        @Argument(
            help: "The version at which the stage starts; that of the newest stage that is refused by default.",
            completion: Completions.versions,
            transform: { $0 == "head" ? .head : .version(try VersionArgument.version($0)) }
        )
        var from: Planner.Target?

        @Argument(
            help: "The version at which the stage ends, or 'head'; by default, the version after the first one.",
            completion: Completions.targets,
            transform: VersionArgument.target
        )
        var to: Planner.Target?

        @Flag(name: .customLong("print"), help: "Print the mapping instead of writing its file.")
        var isPrinted = false

        @Option(name: .long, help: "The output format: text or json.")
        var format: OutputFormat = .text

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard from == .head else { return }
            guard case .version(let version) = to else {
                throw ValidationError(
                    "the head comes last: write the version before it, as in 'apus mapping new 3 head'"
                )
            }
            throw ValidationError("the head comes last: write 'apus mapping new \(version) head'")
        }

        func run() throws {
            let loaded = try options.load()
            let stage = try failing { try selectedStage(in: loaded.planner) }
            guard let stage, !stage.refusals.isEmpty, let from = stage.from.version else {
                Console.note("\(loaded.model.name): no decision is needed, so nothing was written")
                try printJSON(MappingRecord(model: loaded.model.name))
                return
            }
            guard let text = stage.skeleton(below: Project.mappingHeader) else {
                throw CommandFailure(
                    stage.diagnostics(locating: loaded.locations.location),
                    notes: ["no line of a mapping settles this, so nothing was written"],
                    code: CommandFailure.Codes.refused
                )
            }
            var record = MappingRecord(model: loaded.model.name)
            (record.from, record.to) = ("\(from)", "\(stage.to)")
            record.decisions = stage.record.decisions
            if isPrinted {
                record.contents = text
                if format == .json { return try printJSON(record) }
                return Console.printSource(text)
            }
            let file = try failing {
                try loaded.project.createMapping(text, from: from, to: stage.to.version, of: loaded.model)
            }
            // The mapping of a stage between frozen versions is locked, unless it leads back.
            let versions = loaded.planner.history.versions
            let locked = stage.to.version.flatMap { versions.drop { $0 != from }.contains($0) ? $0 : nil }
            let further = locked.map { ", and 'apus freeze --mapping \(from)-\($0)' to lock it" } ?? ""
            record.file = file
            if format == .json { return try printJSON(record) }
            Console.print("wrote \(file): uncomment one choice of each decision, then run 'apus check'\(further)")
        }

        private func printJSON(_ record: MappingRecord) throws {
            if format == .json { try Console.printJSON(record) }
        }

        /// The stage that the arguments select, or the newest one that is refused; `nil` if nothing changes in it.
        private func selectedStage(in planner: Planner) throws -> Stage? {
            guard case .version(let from) = from else { return try planner.stages().last { !$0.refusals.isEmpty } }
            let history = planner.history
            let start = try history.requiredIndex(of: from)
            let end: Schema.Version? =
                switch to {
                case .version(let version): version
                case .head, .newestVersion: nil
                case nil: history.versions.dropFirst(start + 1).first
                }
            if end == from {
                throw CommandFailure.invalid(
                    "a stage is between two versions, and both are \(from)",
                    help: "leave out the second one for the stage that follows"
                )
            }
            return try planner.stage(from: from, to: end)
        }
    }
}
