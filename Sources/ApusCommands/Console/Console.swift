import ApusDiagnostics
import ApusMigration
import Foundation

/// The terminal: results on standard output, everything else on standard error.
enum Console {
    /// Prints a result.
    static func print(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n", to: .standardOutput)
    }

    /// Prints a result, coloured on a terminal.
    static func print(_ text: StyledText) {
        print(isColoured(.standardOutput) ? text.coloured : text.plain)
    }

    /// Says something that is no result.
    static func note(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n", to: .standardError)
    }

    /// Says findings, coloured on a terminal.
    static func report(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics {
            note(isColoured(.standardError) ? coloured(diagnostic) : diagnostic.description)
        }
    }

    /// Prints a value as JSON, keys in the order of the alphabet.
    static func printJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Whether standard error is a terminal.
    static let isTerminal: Bool = isatty(FileHandle.standardError.fileDescriptor) == 1

    /// Whether somebody is there who can answer a question.
    static var canAsk: Bool { isTerminal && isatty(FileHandle.standardInput.fileDescriptor) == 1 }

    /// Asks a question; anything but a yes is a no.
    static func confirms(_ question: String) -> Bool {
        write("\(question) [y/N] ", to: .standardError)
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Whether what is written there is shown by a terminal that is to have colours.
    private static func isColoured(_ handle: FileHandle) -> Bool {
        let environment: [String: String] = ProcessInfo.processInfo.environment
        return isatty(handle.fileDescriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }

    static func write(_ text: String, to handle: FileHandle) {
        // A reader that has gone away, such as `head`, is no reason to fail.
        try? handle.write(contentsOf: Data(text.utf8))
    }

    private static func coloured(_ diagnostic: Diagnostic) -> String {
        let code: String = diagnostic.severity == .error ? "\u{1B}[1;31m" : "\u{1B}[1;33m"
        let word: String = diagnostic.severity.rawValue + ":"
        guard let range = diagnostic.description.range(of: word) else { return diagnostic.description }
        return diagnostic.description.replacingCharacters(in: range, with: "\(code)\(word)\u{1B}[0m")
    }
}
