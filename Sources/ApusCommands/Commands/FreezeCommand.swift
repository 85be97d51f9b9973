import ApusMigration
import ApusProject
import ApusSchema
import ArgumentParser

struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freeze",
        abstract: "Release the head as a version that is never edited again.",
        discussion: """
            Writes versions/<version>.yaml and its line in versions.lock, and names the head's mapping after the version. \
            Refused while nothing has changed, or the stage to the new version is not settled.

            EXAMPLES
              apus freeze
              apus freeze --version 2.1
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(name: .long, help: "The version; the next whole number by default.")
    var version: Schema.Version?

    func run() throws {
        let loaded: LoadedModel = try options.load()
        if let stage = loaded.planner.headStage {
            guard stage.refusals.isEmpty else {
                throw CommandFailure(.refused([stage]), locating: loaded.locations)
            }
            Console.print(stage.styledText)
        }
        let frozen: Project.Frozen = try failing { try loaded.project.freeze(loaded.model, as: version) }
        Console.note("froze version \(frozen.version): \(frozen.file)" + (frozen.mapping.map { ", \($0)" } ?? ""))
    }
}
