import ApusDiagnostics
import Foundation

/// The lines of files that findings are about, with a caret below what is meant, for a terminal.
///
/// A file is read once, however many findings it has.
struct SourceExcerpts {
    private var files: [String: [Substring]] = [:]

    /// What is shown of a longer line.
    private static let width = 100

    /// The line of a location and its caret; nothing if the location has no line, or its file cannot be read.
    mutating func lines(at location: SourceLocation) -> [String] {
        guard let number = location.line, let line = line(number, of: location.file) else { return [] }
        var (text, column) = (Array(line), max(1, location.column ?? 1))
        let margin = String(repeating: " ", count: max(4, "\(number)".count + 1))
        guard column <= text.count + 1, !text.isEmpty else { return [] }
        if text.count > Self.width {
            let start = min(max(0, column - Self.width / 2), text.count - Self.width)
            text = Array(text[start..<(start + Self.width)])
            column -= start
        }
        // A tab is as wide as the terminal makes it.
        let shown = String(text.map { $0 == "\t" ? " " : $0 }).shown
        let gutter = String("\(margin)\(number)".suffix(margin.count))
        let caret = location.column == nil ? [] : ["\(margin) | \(String(repeating: " ", count: column - 1))^"]
        return ["\(gutter) | \(shown)"] + caret
    }

    private mutating func line(_ number: Int, of file: String) -> Substring? {
        let lines = files[file] ?? Self.read(file)
        files[file] = lines
        return lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    private static func read(_ file: String) -> [Substring] {
        let url = URL(fileURLWithPath: file)
        // A pipe would wait, and nobody reads a megabyte of YAML on a terminal.
        guard let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
            values.isRegularFile == true, values.fileSize ?? 0 <= 1 << 20,
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}
