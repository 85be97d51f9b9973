public import ArgumentParser

/// The `apus` command with all its parts. An app that has Swift stages of its own ships it under its own name.
public struct ApusCommand: ParsableCommand {
    /// What the command is called and what it consists of.
    public static let configuration = CommandConfiguration(
        commandName: "apus",
        abstract: "Versions of a model, the Swift classes for it, and stores that follow it without losing a row.",
        discussion: """
            EXAMPLES
              apus init --model Trips                       begin a project
              apus check                                    look at all models, versions and mappings
              apus freeze                                   release the head as the next version
              apus diff 1 head                              what has changed since version 1
              apus seed old.sqlite --version 1 --rows 1000  make a store to try things on
              apus plan old.sqlite                          what a migration would do
              apus migrate old.sqlite                       do it, all or nothing
              apus status stores/                           what all stores in a folder hold

            EXIT CODES
              0    fine
              1    a difference or a failed check
              2    bad usage or an invalid file
              3    refused: a decision is needed
              4    a store could not be used, and was left as it was
              130  stopped by Ctrl-C; no store was left half-way
            """,
        version: "0.1.0",
        subcommands: [
            InitCommand.self, ImportCommand.self, CheckCommand.self, GenerateCommand.self, DiffCommand.self,
            FreezeCommand.self, MergeCommand.self, PlanCommand.self, MigrateCommand.self, StatusCommand.self,
            VerifyCommand.self,
            InspectCommand.self, ExportCommand.self, SeedCommand.self, SchemaCommand.self,
        ]
    )

    /// Creates the command.
    public init() {}

    /// Runs the command that the arguments say, and ends the process with its exit code.
    public static func main() {
        main(nil)
    }

    /// Runs the command that some arguments say, and ends the process with its exit code.
    ///
    /// - Parameter arguments: The arguments without the program's name; the process's own where they are `nil`.
    public static func main(_ arguments: [String]?) {
        do {
            let written: [String] = arguments ?? Array(CommandLine.arguments.dropFirst())
            var command: any ParsableCommand = try parseAsRoot(MigrateCommand.withOptionalValues(written))
            try command.run()
        } catch let failure as CommandFailure {
            Console.report(failure.diagnostics)
            if !failure.notes.isEmpty { Console.note(failure.notes.joined(separator: "\n")) }
            exit(withError: failure.code)
        } catch {
            // The parser's own code for bad usage is 64.
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Console.note(fullMessage(for: error))
            exit(withError: ExitCode(2))
        }
    }
}
