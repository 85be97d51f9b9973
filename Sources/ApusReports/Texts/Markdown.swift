import ApusDiagnostics

/// GitHub's Markdown, made so that no text that a schema holds is more than text: no markup, no mention, no end of a
/// table's cell.
enum Markdown {
    /// A text as code, within a line or a table's cell. GitHub looks for no mentions or links in code.
    static func code(_ text: String) -> String {
        let text: String = text.shown
        if text.isEmpty { return "" }
        // A backslash before a bar would make the bar end the cell.
        let isPlain: Bool = !text.contains { "`|\\".contains($0) } && text.contains { $0 != " " }
        return isPlain ? "`\(text)`" : htmlCode(text)
    }

    /// A text as code, within HTML.
    static func htmlCode(_ text: String) -> String {
        "<code>\(text.shown.unicodeScalars.map(entity).joined())</code>"
    }

    /// A message of Apus, whose names in single quotes are shown as code.
    static func prose(_ text: String) -> String {
        let parts: [Substring] = text.shown.split(separator: "'", omittingEmptySubsequences: false)
        // An apostrophe without its partner is one.
        guard parts.count % 2 == 1 else { return plain(text.shown) }
        return parts.enumerated().map { $0 % 2 == 1 ? code(String($1)) : plain(String($1)) }.joined()
    }

    /// Lines as a block of code, whatever fences they hold themselves.
    static func block(_ lines: [String], language: String, indent: String = "") -> [String] {
        let ticks: Int = lines.map(longestRunOfTicks).max() ?? 0
        let fence: String = String(repeating: "`", count: max(3, ticks + 1))
        return ([fence + language] + lines.map(\.shown) + [fence]).map { indent + $0 }
    }

    /// The row of a table, of cells that are Markdown already.
    static func row(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    /// A text of which nothing is markup.
    private static func plain(_ text: String) -> String {
        let escaped: String = text.unicodeScalars.map { scalar in
            // The comment parts the sign from the name, so that it is no mention or number of an issue.
            if "@#".unicodeScalars.contains(scalar) { return "\\\(scalar)<!-- -->" }
            return "\\`*_{}[]<>()|~!&$".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
        }.joined()
        // Neither an address nor an emoji.
        return escaped.replacing(#/:(?=[\w\/+-])/#, with: "\\:").replacing("www.", with: "www\\.")
    }

    private static func entity(_ scalar: Unicode.Scalar) -> String {
        let isSafe: Bool = !scalar.isASCII || scalar == " " || scalar.properties.isAlphabetic || scalar.isDigit
        return isSafe ? String(scalar) : "&#\(scalar.value);"
    }

    private static func longestRunOfTicks(in text: String) -> Int {
        text.split { $0 != "`" }.map(\.count).max() ?? 0
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { properties.numericType == .decimal }
}
