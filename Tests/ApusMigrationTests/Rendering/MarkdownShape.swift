import Foundation

/// What a page of GitHub's Markdown does, apart from the words in it: a small reader of its own.
struct MarkdownShape {
    /// What each line is.
    private(set) var lines: [String] = []

    /// What is neither plain words nor safe in code: markup, mentions and links outside of code.
    private(set) var prose: [String] = []

    init(_ text: String) {
        var fence: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let content: String = line.trimmingCharacters(in: .whitespaces)
            if let open = fence {
                if content == open { fence = nil }
                lines.append(fence == nil ? "fence" : "code")
                continue
            }
            if content.hasPrefix("```") {
                fence = String(content.prefix { $0 == "`" })
                lines.append("fence")
                continue
            }
            let rest: String = Self.withoutCode(content)
            lines.append(Self.kind(of: rest))
            if let word = Self.markup(in: rest) { prose.append("\(word) in \(line)") }
        }
        if fence != nil { prose.append("an open fence") }
    }

    private static func kind(of line: String) -> String {
        if line.hasPrefix("|") {
            // A bar behind a backslash is no end of a cell, whatever stands before the backslash.
            return "row of \(line.replacing(#/\\./#, with: "").count { $0 == "|" } - 1)"
        }
        for start in ["###", "##", "- **", "- ", "<details>", "</details>", "<summary>"] where line.hasPrefix(start) {
            return start
        }
        return line.isEmpty ? "" : "words"
    }

    /// The line without its code: first what is between backticks, then what is between tags. Nothing in either starts
    /// anything.
    private static func withoutCode(_ line: String) -> String {
        line.replacing(#/<code>[^<>`@|\\\n*\[\]]*</code>/#, with: "x").replacing(#/`[^`|\\]+`/#, with: "x")
    }

    private static func markup(in line: String) -> Substring? {
        let known: Set<String> = ["<details>", "</details>", "<summary>", "</summary>", "<!-- -->"]
        let rest: String = known.reduce(line) { $0.replacing($1, with: "\u{0}") }.replacing(
            #/\\[!-\/:-@\[-`{-~]/#,
            with: "x"
        )
        let start: String = rest.replacing(#/^(\#{2,3} |- \*\*AP\d+\*\* |- )/#, with: "")
        return start.firstMatch(of: #/[<>`*_~\[\]\\&$]|@\w|#\d|:\/\/|www\.|:\w+:/#)?.0
    }
}
