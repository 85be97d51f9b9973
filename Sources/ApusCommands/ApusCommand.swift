import ApusDiagnostics
public import ApusStore
public import ArgumentParser
import CApusVersion
import Foundation

/// The `apus` command with all its subcommands. Another tool can run it under its own name.
public struct ApusCommand: ParsableCommand {
    /// The command's name, help and subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "apus",
        abstract: "Versioned models, the Swift classes for them, and stores that migrate without losing a row.",
        discussion: """
            EXAMPLES
              apus init --model Trips      start a project
              apus check                   check all models, versions and mappings
              apus freeze                  release the head as the next version
              apus diff 1 head             show what has changed since version 1
              apus show --open             draw the model in a browser
              apus log --graph             show the versions and what each one changed
              apus explain AP202           what a change or finding means, and what to do
              apus resolve                 answer the decisions that the head needs
              apus mapping new             write them to a file, to choose from
              apus seed old.sqlite --at 1  make a store to experiment with
              apus plan old.sqlite         show what a migration would do
              apus migrate old.sqlite      migrate it, all or nothing
              apus test                    test all migrations with made-up rows
              apus status stores/          show what the stores in a folder hold

            COMPLETION
              source <(apus --generate-completion-script bash)   in .bashrc
              apus --generate-completion-script zsh > _apus      in a folder in fpath
              apus --generate-completion-script fish | source    in config.fish

            PAGER
              On a terminal, long results are shown by APUS_PAGER, PAGER or 'less -FRX'.

            EXIT CODES
              0    success
              1    a difference or a failed check
              2    bad usage, an invalid file, or output that cannot be written
              3    refused: a decision is needed
              4    a store cannot be used and was not changed
              130  stopped by Ctrl-C; no store is left half migrated
            """,
        version: "apus \(String(cString: apus_version()))",
        subcommands: [
            InitCommand.self, ImportCommand.self, CheckCommand.self, GenerateCommand.self, DiffCommand.self,
            ShowCommand.self, LogCommand.self, FreezeCommand.self, RetireCommand.self, MappingCommand.self,
            ResolveCommand.self, MergeCommand.self,
            PlanCommand.self,
            MigrateCommand.self,
            StatusCommand.self, VerifyCommand.self, RekeyCommand.self, TestCommand.self,
            InspectCommand.self, ExportCommand.self, SeedCommand.self, LoadCommand.self, DumpCommand.self,
            DevCommand.self, SchemaCommand.self, ExplainCommand.self,
        ]
    )

    @OptionGroup var globals: GlobalOptions

    /// Creates the command.
    public init() {}

    /// Runs the command that the process's arguments select, then exits with its code.
    public static func main() {
        main(nil)
    }

    /// Runs the command that the process's arguments select with the code in Swift that the mappings of a project with one model
    /// name, functions and stages, then exits with its code.
    ///
    /// An executable of the project's own, which contains the code, calls it. `Documentation/SwiftFunctions.md` shows how.
    ///
    /// - Parameter code: The functions and stages.
    public static func main(code: MigrationCode) {
        Invocation.setCode { _ in code }
        main(nil)
    }

    /// Runs the command that the process's arguments select with the code in Swift that the mappings of a project name, functions
    /// and stages, then exits with its code.
    ///
    /// - Parameter code: The functions and stages of each model, by its name. Those of two models may have the same names.
    public static func main(code: [String: MigrationCode]) {
        Invocation.setCode { code[$0] ?? MigrationCode() }
        main(nil)
    }

    /// Runs the command that the arguments select, then exits the process with its code.
    ///
    /// - Parameter arguments: The arguments without the program's name, or `nil` for the process's own.
    public static func main(_ arguments: [String]?) {
        // A file that exceeds the limit of the process is an error of writing then.
        signal(SIGXFSZ, SIG_IGN)
        let arguments = arguments ?? Array(CommandLine.arguments.dropFirst())
        var code: ExitCode = .success
        do {
            // On Linux, Swift reads them in /proc. Without them, 'apus check' would print the help and end with 0.
            if arguments.isEmpty, CommandLine.arguments.isEmpty {
                throw CommandFailure.invalid("the arguments cannot be read", help: "mount /proc")
            }
            let start = ContinuousClock.now
            _ = Invocation.startFolder
            let globals = try GlobalArguments(arguments)
            try globals.apply()
            try checkNames(in: globals.rest)
            var command: any ParsableCommand = try parseAsRoot(MigrateCommand.withOptionalValues(globals.rest))
            defer { Console.detail("done in \((ContinuousClock.now - start).shownAsSeconds)") }
            try command.run()
        } catch {
            code = report(error, arguments)
        }
        if let failure = Console.outputFailure {
            Console.report([failure])
            if code == .success { code = CommandFailure.Codes.invalid }
        }
        Pager.finish()
        Foundation.exit(code.rawValue)
    }

    /// Rejects an unknown command name and suggests the closest known one.
    private static func checkNames(in arguments: [String]) throws {
        let isHelp = arguments.first == "help"
        let names = Array(isHelp ? arguments.dropFirst().filter { !$0.hasPrefix("-") } : arguments.prefix(2))
        let commands = configuration.subcommands
        if let name = names.first { try checkName(name, among: commands, of: nil, besides: ["help"]) }
        let inner = commands.first { $0.configuration.commandName == names.first }?.configuration.subcommands ?? []
        if names.count > 1, isHelp || !inner.isEmpty { try checkName(names[1], among: inner, of: names[0]) }
        // These two have a hidden option with the same name, which requires a value.
        if ["seed", "freeze"].contains(arguments.first), arguments.last == "--version" {
            throw CleanExit.message(configuration.version)
        }
    }

    private static func checkName(
        _ name: String,
        among commands: [any ParsableCommand.Type],
        of command: String?,
        besides others: [String] = []
    ) throws {
        let known = commands.compactMap { $0.configuration.commandName } + others
        if name.hasPrefix("-") || known.contains(name) { return }
        let nearest = NearMiss.suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
        guard let command else {
            throw CommandFailure.invalid("unknown command '\(name)'", help: nearest ?? "'apus help' lists the commands")
        }
        let page = "'apus help \(command)' \(known.isEmpty ? "describes it" : "lists them")"
        throw CommandFailure.invalid("'\(command)' has no subcommand '\(name)'", help: nearest ?? page)
    }

    /// Prints why a command failed.
    ///
    /// - Parameters:
    ///   - error: The error that the command threw.
    ///   - arguments: The arguments, which say whether standard output must have a JSON result even if the command failed.
    /// - Returns: The exit code.
    private static func report(_ error: any Error, _ arguments: [String]) -> ExitCode {
        let failure: CommandFailure
        if let error = error as? CommandFailure {
            failure = error
            Console.report(failure)
        } else {
            let code = exitCode(for: error)
            let text = shown(arguments, in: fullMessage(for: error))
            if code == .success {
                if !text.isEmpty { Console.print(text) }
                return code
            }
            Console.message(text)
            // The argument parser's own code for bad usage is 64.
            let isUsage = code == .validationFailure
            failure = CommandFailure(
                [.error(shown(arguments, in: message(for: error)))],
                code: isUsage ? CommandFailure.Codes.invalid : code
            )
        }
        if OutputFormat.isJSON(arguments), !Console.hasPrinted { try? Console.printJSON(FailureReport(failure)) }
        return failure.code
    }

    /// A text of the argument parser with escapes for the line breaks of the arguments that it contains: the name of a file,
    /// which a shell put there, must not look like a line of the command's own.
    private static func shown(_ arguments: [String], in text: String) -> String {
        let values = arguments + arguments.compactMap { $0.split(separator: "=", maxSplits: 1).last.map(String.init) }
        return values.filter { $0 != $0.shown }.reduce(text) { $0.replacing($1, with: $1.shown) }
            .replacing(GlobalOptions.usage, with: "").replacing(" <options>", with: " [<options>]").wrappingUsage
    }
}
