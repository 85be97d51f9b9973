import Foundation

/// A command-line session in one file: text for the reader, commands with their expected output, and input files.
///
/// ```
/// An error in a model is reported with its location.
///
/// > apus check
/// Schemas/A/A.yaml:4:7: error: …
/// [2]
///
/// -- Schemas/A/A.yaml --
/// model: A
/// ```
///
/// A line that begins with `> ` is a command, which `sh` runs in a folder of its own, with standard error redirected to
/// standard output. The lines below it, up to an empty line or the next command, are its output; `[2]` is its exit
/// code, which is 0 if it is not written. An empty line of output is written as `.`.
struct CommandScript {
    /// A command with its output and exit code.
    struct Command: Equatable {
        let line: String
        var output: [String] = []
        var code: Int32 = 0
    }

    /// A part of the session.
    enum Piece {
        case text(String)
        case command(Command)
    }

    var pieces: [Piece] = []
    var files: [(path: String, text: String)] = []

    /// Parses a script.
    init(_ text: String) {
        let lines: [String] = text.components(separatedBy: "\n")
        var current: Command?
        func isFile(_ line: String) -> Bool { line.hasPrefix("-- ") && line.hasSuffix(" --") }
        let end = lines.firstIndex(where: isFile) ?? lines.count
        for line in lines[..<end] {
            if line.hasPrefix("> ") {
                if let current { pieces.append(.command(current)) }
                current = Command(line: String(line.dropFirst(2)))
            } else if line.isEmpty || current == nil {
                if let done = current { pieces.append(.command(done)) }
                current = nil
                pieces.append(.text(line))
            } else if line.hasPrefix("["), line.hasSuffix("]"), let code = Int32(line.dropFirst().dropLast()) {
                current?.code = code
            } else {
                current?.output.append(line == "." ? "" : line)
            }
        }
        if let current { pieces.append(.command(current)) }
        for line in lines[end...] {
            if isFile(line) {
                files.append((String(line.dropFirst(3).dropLast(3)), ""))
            } else {
                files[files.count - 1].text += line + "\n"
            }
        }
        // The text's last line has no line break.
        if let last = files.indices.last { files[last].text.removeLast() }
    }

    /// The script as text.
    var text: String {
        var lines: [String] = []
        for piece in pieces {
            switch piece {
            case .text(let text): lines.append(text)
            case .command(let command):
                lines.append("> " + command.line)
                lines += command.output.map { $0.isEmpty ? "." : $0 }
                if command.code != 0 { lines.append("[\(command.code)]") }
            }
        }
        return lines.joined(separator: "\n") + "\n"
            + files.map { "-- \($0.path) --\n\($0.text)" }.joined()
    }
}
