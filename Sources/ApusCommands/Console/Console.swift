import ApusDiagnostics
import ApusMigration
import ApusReports
import Foundation

/// The terminal: results go to standard output, everything else to standard error.
enum Console {
    /// Whether a result was printed, and the error that stopped standard output. Commands print from one thread only.
    nonisolated(unsafe) private static var output: (hasResult: Bool, failure: Int32?) = (false, nil)

    /// Whether a result was printed.
    static var hasPrinted: Bool { output.hasResult }

    /// Whether nothing is written to standard output any more.
    static var hasOutputFailed: Bool { output.failure != nil }

    /// Why results could not be written. A reader that has closed the pipe, such as `head`, is not a failure.
    static var outputFailure: Diagnostic? {
        guard let code = output.failure, code != EPIPE else { return nil }
        return .error(
            "standard output cannot be written: \(String(cString: strerror(code)))",
            help: ["the command has done its work, but its output is incomplete: redirect it elsewhere"]
        )
    }

    /// Prints a result for people. Whatever names it contains, only its line breaks have an effect.
    static func print(_ text: String) {
        writeLines(text.shownLines, to: .standardOutput)
    }

    /// Prints a result for programs: exactly, unless it goes to a terminal.
    static func printSource(_ text: String) {
        isOutputTerminal ? print(text) : writeLines(text, to: .standardOutput)
    }

    /// Prints a result, in colour on a terminal.
    static func print(_ text: StyledText) {
        writeLines(isColoured(.standardOutput) ? text.coloured : text.plain, to: .standardOutput)
    }

    /// Prints a note, which is not part of the result.
    static func note(_ text: String) {
        writeLines(text.shownLines, to: .standardError)
    }

    /// Prints findings; on a terminal in colour, with the lines that they are about.
    static func report(_ diagnostics: [Diagnostic]) {
        var excerpts = SourceExcerpts()
        for diagnostic in diagnostics {
            // Programs read a line a finding; only people want to see what it is about.
            let excerpt = isTerminal ? diagnostic.location.map { excerpts.lines(at: $0) } ?? [] : []
            writeLines(diagnostic.text(with: excerpt, styled: style(of: diagnostic)), to: .standardError)
        }
    }

    /// Prints why a command, or a part of it, failed.
    static func report(_ failure: CommandFailure) {
        report(failure.diagnostics)
        if !failure.notes.isEmpty { note(failure.notes.joined(separator: "\n")) }
    }

    /// Prints a value as JSON with sorted keys.
    static func printJSON(_ value: some Encodable) throws { writeLines(try json(value), to: .standardOutput) }

    /// A value as JSON with sorted keys.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self).shownJSON
    }

    /// Whether standard error is a terminal.
    static let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1

    /// Whether standard output is a terminal.
    static let isOutputTerminal = isatty(FileHandle.standardOutput.fileDescriptor) == 1

    /// Whether there is a terminal on which a user can answer a question.
    static var canAsk: Bool { isTerminal && isatty(FileHandle.standardInput.fileDescriptor) == 1 }

    /// Asks a question. Any answer but yes counts as no.
    static func confirms(_ question: String) -> Bool {
        write("\(question.shown) [y/N] ", to: .standardError)
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Asks a question, and returns the line that is typed, without spaces around it; `nil` at the end of the input.
    static func answer(_ question: String) -> String? {
        write("\(question.shown) ", to: .standardError)
        return readLine()?.trimmingCharacters(in: .whitespaces)
    }

    /// Whether output to a handle is shown in colour.
    private static func isColoured(_ handle: FileHandle) -> Bool {
        guard isatty(handle.fileDescriptor) == 1 else { return false }
        let environment = ProcessInfo.processInfo.environment
        return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    private static func writeLines(_ text: String, to handle: FileHandle) {
        write(text.hasSuffix("\n") ? text : text + "\n", to: handle)
    }

    /// Writes a text completely. After standard output has failed, nothing more is written to it.
    static func write(_ text: String, to handle: FileHandle) {
        let isResult = handle.fileDescriptor == FileHandle.standardOutput.fileDescriptor
        if isResult { output.hasResult = true }
        if isResult, output.failure != nil { return }
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { buffer in
                Foundation.write(handle.fileDescriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // The pipe is non-blocking and its reader is slow.
                var state = pollfd(fd: handle.fileDescriptor, events: Int16(POLLOUT), revents: 0)
                poll(&state, 1, -1)
                continue
            }
            if count < 0 {
                if isResult { output.failure = errno }
                return
            }
            done += count
        }
    }

    private static func style(of diagnostic: Diagnostic) -> (String) -> String {
        guard isColoured(.standardError) else { return { $0 } }
        let code = diagnostic.severity == .error ? "\u{1B}[1;31m" : "\u{1B}[1;33m"
        return { "\(code)\($0)\u{1B}[0m" }
    }
}
