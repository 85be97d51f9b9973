import ApusDiagnostics
import ApusMigration
import ApusReports
import Foundation

/// The terminal: results go to standard output, everything else to standard error.
enum Console {
    /// How the user wants output to be.
    struct Settings {
        /// When output has colours.
        var colour: ColourChoice = .auto
        /// Whether only results and errors are printed.
        var isQuiet = false
        /// Whether details of the work are printed.
        var isVerbose = false
        /// Whether long results may be shown in a pager.
        var isPaged = true
    }

    /// How the user wants output to be: what the arguments say, before the command starts.
    nonisolated(unsafe) static var settings = Settings()

    /// Whether a result was printed, the error that stopped standard output, and whether a line of progress is shown. Commands print from one thread only.
    nonisolated(unsafe) private static var output: (hasResult: Bool, failure: Int32?, hasLine: Bool) = (
        false, nil, false
    )

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
        writeLines(isColoured(isOutputTerminal) ? text.coloured : text.plain, to: .standardOutput)
    }

    /// Prints a note, which is not part of the result, unless the user wants none.
    static func note(_ text: String) {
        if !settings.isQuiet { message(text) }
    }

    /// Prints a part of an error, or of a question.
    static func message(_ text: String) {
        writeLines(text.shownLines, to: .standardError)
    }

    /// Prints a detail of the work, if the user wants to see them.
    static func detail(_ text: @autoclosure () -> String) {
        if settings.isVerbose { message(text()) }
    }

    /// Does a step of the work, and prints how long it took if the user wants to see that.
    static func timed<Result>(_ step: @autoclosure () -> String, _ work: () throws -> Result) rethrows -> Result {
        guard settings.isVerbose else { return try work() }
        let start = ContinuousClock.now
        defer { message("\(step()) in \((ContinuousClock.now - start).shownAsSeconds)") }
        return try work()
    }

    /// Prints findings. On a terminal, they are in colour and in groups, with the lines that they are about; elsewhere, each
    /// one begins with a line for programs.
    ///
    /// Warnings are printed to users who want only results and errors, too: rows that break a rule, or that cannot be read, must not be
    /// passed over in silence.
    static func report(_ diagnostics: [Diagnostic]) {
        guard isTerminal else {
            for diagnostic in diagnostics {
                writeLines(diagnostic.text(styled: style(of: diagnostic)), to: .standardError)
            }
            return
        }
        var excerpts = SourceExcerpts()
        for group in FindingGroup.groups(of: diagnostics) {
            let text = group.text(styled: style(of: group.findings[0])) { excerpts.lines(at: $0) }
            // Few pagers know links.
            writeLines(
                isColoured(isTerminal) && terminalBehindPager == nil ? CodePage.linked(text) : text,
                to: .standardError
            )
        }
    }

    /// Prints why a command, or a part of it, failed.
    static func report(_ failure: CommandFailure) {
        report(failure.diagnostics)
        if !failure.notes.isEmpty { message(failure.notes.joined(separator: "\n")) }
        let closing = [FindingCount(failure)?.text, failure.unchanged].compactMap { $0 }
        if !closing.isEmpty { message(closing.joined(separator: ", ")) }
    }

    /// Prints a value as JSON with sorted keys.
    static func printJSON(_ value: some Encodable) throws { writeLines(try json(value), to: .standardOutput) }

    /// A value as JSON with sorted keys.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self).shownJSON
    }

    /// Whether standard error is a terminal, or the pager that shows it there.
    static let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1

    /// Whether standard output is a terminal, or the pager that shows it there.
    static let isOutputTerminal = isatty(FileHandle.standardOutput.fileDescriptor) == 1

    /// Whether control sequences can move the cursor of the terminal that standard error is.
    static let isCursorMovable = isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// The number of columns of the terminal that standard error is; 80 if it does not say.
    static var columns: Int {
        var size = winsize()
        let isKnown = ioctl(FileHandle.standardError.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Standard error as it was before a pager began to read it, for errors that the pager no longer reads.
    nonisolated(unsafe) static var terminalBehindPager: Int32?

    /// Whether there is a terminal on which a user can answer a question.
    static var canAsk: Bool { isTerminal && isatty(FileHandle.standardInput.fileDescriptor) == 1 }

    /// Asks a question. Any answer but yes counts as no.
    static func confirms(_ question: String) -> Bool {
        clearLine()
        write("\(question.shown) [y/N] ", to: .standardError)
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Asks a question, and returns the line that is typed, without spaces around it; `nil` at the end of the input.
    static func answer(_ question: String) -> String? {
        write("\(question.shown) ", to: .standardError)
        return readLine()?.trimmingCharacters(in: .whitespaces)
    }

    /// Whether output is shown in colour: the option decides, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether it goes to a
    /// terminal.
    private static func isColoured(_ isTerminal: Bool) -> Bool {
        switch settings.colour {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        let environment = ProcessInfo.processInfo.environment
        if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
        if !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "") { return true }
        return isTerminal && environment["TERM"] != "dumb"
    }

    /// Shows a line that the next one, or other output, replaces. Only for a terminal whose cursor can be moved.
    static func showLine(_ line: String) {
        write("\r\u{1B}[K\(line)", to: .standardError)
        output.hasLine = true
    }

    /// Clears the line that is shown.
    static func clearLine() {
        guard output.hasLine else { return }
        output.hasLine = false
        write("\r\u{1B}[K", to: .standardError)
    }

    private static func writeLines(_ text: String, to handle: FileHandle) {
        clearLine()
        write(text.hasSuffix("\n") ? text : text + "\n", to: handle)
    }

    /// Writes a text completely. After standard output has failed, nothing more is written to it.
    static func write(_ text: String, to handle: FileHandle) {
        let isResult = handle.fileDescriptor == FileHandle.standardOutput.fileDescriptor
        if isResult { output.hasResult = true }
        if isResult, output.failure != nil { return }
        let bytes = Array(text.utf8)
        var done = 0
        var descriptor = handle.fileDescriptor
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { buffer in
                Foundation.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EPIPE, !isResult, let terminal = terminalBehindPager, descriptor != terminal {
                descriptor = terminal
                continue
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // The pipe is non-blocking and its reader is slow.
                var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
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
        guard isColoured(isTerminal) else { return { $0 } }
        let code = diagnostic.severity == .error ? "\u{1B}[1;31m" : "\u{1B}[1;33m"
        return { "\(code)\($0)\u{1B}[0m" }
    }
}
