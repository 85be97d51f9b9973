import ApusDiagnostics

/// Writes GitHub's Markdown so that text from a schema stays text: it cannot contain markup or mentions or end a table
/// cell.
enum Markdown {
    /// Returns text as code, for a line or a table cell. GitHub does not look for mentions or links in code.
    static func code(_ text: String) -> String {
        let text = text.shown
        if text.isEmpty { return "" }
        // A backslash before a bar would let the bar end the cell.
        let isPlain = !text.contains { "`|\\".contains($0) } && text.contains { $0 != " " }
        return isPlain ? "`\(text)`" : htmlCode(text)
    }

    /// Returns text as code in HTML.
    static func htmlCode(_ text: String) -> String {
        "<code>\(text.shown.unicodeScalars.map(entity).joined())</code>"
    }

    /// Returns a message of Apus, with names in single quotes shown as code.
    static func prose(_ text: String) -> String {
        let parts: [Substring] = text.shown.split(separator: "'", omittingEmptySubsequences: false)
        // With an odd number of quotes, one of them is an apostrophe.
        guard parts.count % 2 == 1 else { return plain(text.shown) }
        return parts.enumerated().map { $0 % 2 == 1 ? code(String($1)) : plain(String($1)) }.joined()
    }

    /// Returns lines as a code block, even if they contain fences.
    static func block(_ lines: [String], language: String, indent: String = "") -> [String] {
        let ticks = lines.map(longestRunOfTicks).max() ?? 0
        let fence = String(repeating: "`", count: max(3, ticks + 1))
        return ([fence + language] + lines.map(\.shown) + [fence]).map { indent + $0 }
    }

    /// Returns a table row of cells that are already Markdown.
    static func row(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    /// Returns text with all markup escaped.
    private static func plain(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            // The comment separates the sign from the name, so that it is neither a mention nor an issue number.
            case "@", "#": escaped += "\\\(scalar)<!-- -->"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "(", ")", "|", "~", "!", "&", "$":
                escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        // Escaped so that the text contains neither addresses nor emoji.
        return escaped.replacing(#/:(?=[\w\/+-])/#, with: "\\:").replacing("www.", with: "www\\.")
    }

    private static func entity(_ scalar: Unicode.Scalar) -> String {
        let isSafe = !scalar.isASCII || scalar == " " || scalar.properties.isAlphabetic || scalar.isDigit
        return isSafe ? String(scalar) : "&#\(scalar.value);"
    }

    private static func longestRunOfTicks(in text: String) -> Int {
        text.split { $0 != "`" }.map(\.count).max() ?? 0
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { properties.numericType == .decimal }
}
