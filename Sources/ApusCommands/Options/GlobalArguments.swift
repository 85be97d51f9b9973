import ApusDiagnostics
import Foundation

/// The values of the options that every command has, taken out of the arguments.
struct GlobalArguments: Equatable {
    /// The arguments of the command: its name, and what is not an option of every command.
    private(set) var rest: [String] = []
    /// The folders to change to, each one relative to the one before, as in git.
    private(set) var folders: [String] = []
    /// When output has colours.
    private(set) var colour: ColourChoice = .auto
    /// Whether only results and errors are printed.
    private(set) var isQuiet = false
    /// Whether what is read is printed, and how long it takes.
    private(set) var isVerbose = false
    /// Whether long results may be shown in a pager.
    private(set) var isPaged = true

    /// Takes the options out of arguments. What follows `--` stays as it is.
    ///
    /// - Throws: `CommandFailure` if an option has no value, or a wrong one.
    init(_ arguments: [String]) throws {
        // A shell asks for completions with the words of an unfinished line.
        if arguments.first?.hasPrefix("---") == true {
            rest = arguments
            return
        }
        let arguments = Self.separated(arguments)
        var index = 0
        while index < arguments.count, arguments[index] != "--" {
            let argument = arguments[index]
            index += 1
            switch argument {
            case "-q", "--quiet": isQuiet = true
            case "-v", "--verbose": isVerbose = true
            case "--no-pager": isPaged = false
            case "-C", "--color":
                guard index < arguments.count, arguments[index] != "--" else {
                    let expected = argument == "-C" ? "a folder, as in '-C app'" : "auto, always or never"
                    throw CommandFailure.invalid("'\(argument)' has no value", help: "give \(expected)")
                }
                try set(argument, to: arguments[index])
                index += 1
            default:
                if let option = ["-C", "--color"].first(where: { argument.hasPrefix("\($0)=") }) {
                    try set(option, to: String(argument.dropFirst(option.count + 1)))
                } else {
                    rest.append(argument)
                }
            }
        }
        rest += arguments[index...]
    }

    /// The arguments with options of one letter that share a dash apart: `-qC` as `-q -C`.
    private static func separated(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.count
        return arguments[..<end].flatMap { argument in
            let letters = argument.dropFirst()
            let isJoined =
                argument.hasPrefix("-") && letters.count > 1 && letters.allSatisfy { "qvyhC".contains($0) }
                && !letters.dropLast().contains("C")
            return isJoined ? letters.map { "-\($0)" } : [argument]
        } + arguments[end...]
    }

    private mutating func set(_ option: String, to value: String) throws {
        if option == "-C" {
            folders.append(value)
            return
        }
        guard let choice = ColourChoice(rawValue: value) else {
            let known = ColourChoice.allCases.map(\.rawValue)
            let near = NearMiss.suggestion(for: value, among: known).map { "did you mean '\($0)'?" }
            throw CommandFailure.invalid(
                "'\(value.shown)' is not a value of --color",
                help: near ?? "expected auto, always or never"
            )
        }
        colour = choice
    }

    /// Changes to the folder, and says the console how to print.
    ///
    /// - Throws: `CommandFailure` if a folder cannot be changed to.
    func apply() throws {
        Console.settings.colour = colour
        Console.settings.isQuiet = isQuiet
        Console.settings.isVerbose = isVerbose && !isQuiet
        Console.settings.isPaged = isPaged
        for folder in folders where !FileManager.default.changeCurrentDirectoryPath(folder) {
            let reason: String =
                switch PathKind(folder) {
                case .nothing: "it does not exist"
                case .folder: "it may not be entered"
                default: "it is not a folder"
                }
            throw CommandFailure.invalid(
                "cannot change to '\(folder.shown)': \(reason)",
                help: "check the path after -C"
            )
        }
    }
}
