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
        // A column counts scalars, and a line may be as long as the file.
        let scalars = line.unicodeScalars
        let column = max(1, location.column ?? 1)
        let start = max(0, column - Self.width / 2)
        guard let from = scalars.index(scalars.startIndex, offsetBy: start, limitedBy: scalars.endIndex) else {
            return []
        }
        let text = Array(scalars[from...].prefix(Self.width))
        let margin = String(repeating: " ", count: max(4, "\(number)".count + 1))
        guard column - start <= text.count + 1, !text.isEmpty else { return [] }
        func shown(_ part: some Sequence<Unicode.Scalar>) -> String {
            // A tab is as wide as the terminal makes it.
            var string = ""
            string.unicodeScalars.append(contentsOf: part.map { $0 == "\t" ? " " : $0 })
            return string.shown
        }
        let gutter = String("\(margin)\(number)".suffix(margin.count))
        let indent = String(repeating: " ", count: shown(text.prefix(column - start - 1)).count)
        let caret = location.column == nil ? [] : ["\(margin) | \(indent)^"]
        return ["\(gutter) | \(shown(text))"] + caret
    }

    private mutating func line(_ number: Int, of file: String) -> Substring? {
        let lines = files[file] ?? Self.read(file)
        files[file] = lines
        return lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    private static func read(_ file: String) -> [Substring] {
        let url = URL(fileURLWithPath: file)
        // Rows that are loaded may have values that are encrypted in the store.
        guard url.pathExtension == "yaml" else { return [] }
        // A pipe would wait, and a megabyte of YAML is not read on a terminal.
        guard let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
            values.isRegularFile == true, values.fileSize ?? 0 <= 1 << 20,
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}
