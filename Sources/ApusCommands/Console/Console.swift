import ApusDiagnostics
import ApusMigration
import ApusReports
import Foundation

/// The terminal: results on standard output, everything else on standard error.
enum Console {
    /// Whether a result was printed, and what stopped standard output. Commands print from one thread.
    nonisolated(unsafe) private static var output: (hasResult: Bool, failure: Int32?) = (false, nil)

    /// Whether a result was printed.
    static var hasPrinted: Bool { output.hasResult }

    /// Why results did not arrive, if they did not; a reader that has gone away, such as `head`, is no reason to fail.
    static var outputFailure: Diagnostic? {
        guard let code = output.failure, code != EPIPE else { return nil }
        return .error(
            "standard output cannot be written: \(String(cString: strerror(code)))",
            help: ["the command's work is done, but its output is not complete: send it elsewhere"]
        )
    }

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

    /// Says why a command, or a part of it, ends.
    static func report(_ failure: CommandFailure) {
        report(failure.diagnostics)
        if !failure.notes.isEmpty { note(failure.notes.joined(separator: "\n")) }
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

    /// Writes all of a text; after a failure of standard output nothing more goes there.
    static func write(_ text: String, to handle: FileHandle) {
        let isResult: Bool = handle.fileDescriptor == FileHandle.standardOutput.fileDescriptor
        if isResult { output.hasResult = true }
        if isResult, output.failure != nil { return }
        let bytes = Array(text.utf8)
        var done: Int = 0
        while done < bytes.count {
            let count: Int = bytes[done...].withUnsafeBytes { buffer in
                Foundation.write(handle.fileDescriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // The other end of a pipe that does not block is slow.
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

    private static func coloured(_ diagnostic: Diagnostic) -> String {
        let code: String = diagnostic.severity == .error ? "\u{1B}[1;31m" : "\u{1B}[1;33m"
        let word: String = diagnostic.severity.rawValue + ":"
        guard let range = diagnostic.description.range(of: word) else { return diagnostic.description }
        return diagnostic.description.replacingCharacters(in: range, with: "\(code)\(word)\u{1B}[0m")
    }
}
