import ApusDiagnostics
public import ArgumentParser
import Foundation

/// The `apus` command with all its parts. A tool of an app's own can run it under another name.
public struct ApusCommand: ParsableCommand {
    /// What the command is called and what it consists of.
    public static let configuration = CommandConfiguration(
        commandName: "apus",
        abstract: "Versions of a model, the Swift classes for it, and stores that follow it without losing a row.",
        discussion: """
            EXAMPLES
              apus init --model Trips      begin a project
              apus check                   look at all models, versions and mappings
              apus freeze                  release the head as the next version
              apus diff 1 head             what has changed since version 1
              apus seed old.sqlite --at 1  make a store to try things on
              apus plan old.sqlite         what a migration would do
              apus migrate old.sqlite      do it, all or nothing
              apus status stores/          what all stores in a folder hold

            COMPLETION
              source <(apus --generate-completion-script bash)   in .bashrc
              apus --generate-completion-script zsh > _apus      in a folder of fpath

            EXIT CODES
              0    fine
              1    a difference or a failed check
              2    bad usage, an invalid file, or output that cannot be written
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
        let words: [String] = arguments ?? Array(CommandLine.arguments.dropFirst())
        var code: ExitCode = .success
        do {
            try checkNames(words)
            var command: any ParsableCommand = try parseAsRoot(MigrateCommand.withOptionalValues(words))
            try command.run()
        } catch {
            code = report(error, isJSON: OutputFormat.isJSON(words))
        }
        if let failure = Console.outputFailure {
            Console.report([failure])
            if code == .success { code = CommandFailure.Codes.invalid }
        }
        Foundation.exit(code.rawValue)
    }

    /// Refuses a word that is not a command's name, and says which one was probably meant.
    private static func checkNames(_ words: [String]) throws {
        let isHelp: Bool = words.first == "help"
        let names: [String] = isHelp ? words.dropFirst().filter { !$0.hasPrefix("-") } : Array(words.prefix(1))
        let known: [String] = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if let name = names.first, !name.hasPrefix("-"), !known.contains(name) {
            let near: String? = NearMiss.suggestion(for: name, among: known)
            throw ValidationError(
                "there is no command '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ": 'apus help' lists them")
            )
        }
        if names.count > 1 { throw ValidationError("'\(names[0])' has no command '\(names[1])'") }
        // These two have a hidden option of that name, which needs a value.
        if ["seed", "freeze"].contains(words.first), words.last == "--version" {
            throw CleanExit.message(configuration.version)
        }
    }

    /// Says why a command ended.
    ///
    /// - Parameters:
    ///   - error: What it threw.
    ///   - isJSON: Whether a program reads the result, which gets one whatever happens.
    /// - Returns: The exit code.
    private static func report(_ error: any Error, isJSON: Bool) -> ExitCode {
        let failure: CommandFailure
        if let error = error as? CommandFailure {
            failure = error
            Console.report(failure)
        } else {
            let code: ExitCode = exitCode(for: error)
            let text: String = fullMessage(for: error)
            if code == .success {
                if !text.isEmpty { Console.print(text) }
                return code
            }
            Console.note(text)
            // The parser's own code for bad usage is 64.
            let isUsage: Bool = code == .validationFailure
            failure = CommandFailure([.error(message(for: error))], code: isUsage ? CommandFailure.Codes.invalid : code)
        }
        if isJSON, !Console.hasPrinted { try? Console.printJSON(FailureReport(failure)) }
        return failure.code
    }
}
