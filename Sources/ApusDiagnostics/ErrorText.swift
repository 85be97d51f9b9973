/// The text of an error, made from its findings. It fits on a screen of 24 lines and 80 columns: long lines are cut,
/// and findings that do not fit are counted.
struct ErrorText {
    /// The number of lines for findings. Another line counts those that do not fit, and one is left for what a program
    /// prints before the error.
    private static let lineLimit: Int = 22
    private static let columns: Int = 80

    /// The findings, errors first.
    private let findings: [Diagnostic]

    init(_ findings: [Diagnostic]) {
        self.findings = findings.filter { $0.severity == .error } + findings.filter { $0.severity != .error }
    }

    /// The first finding without notes and help.
    var sentence: String? {
        guard let first = findings.first else { return nil }
        return Self.head(of: first) + (findings.count > 1 ? " (and \(findings.count - 1) more)" : "")
    }

    /// The first line of help of the first finding.
    var help: String? {
        guard let help = findings.first?.help.first else { return nil }
        return help.shown.cut(to: 240)
    }

    /// As many findings as fit, with notes and help.
    var full: String {
        var text: [String] = []
        var height = 0
        for (index, finding) in findings.enumerated() {
            let lines = Self.lines(of: finding)
            height += lines.reduce(0) { $0 + Self.height(of: $1) }
            guard height <= Self.lineLimit || index == 0 else {
                text.append("and \(findings.count - index) more")
                break
            }
            text += lines
        }
        return text.joined(separator: "\n")
    }

    /// One finding, at most 19 lines high.
    private static func lines(of finding: Diagnostic) -> [String] {
        let notes = finding.notes.prefix(3).map { "  note: \($0)".shown.cut(to: 160) }
        let help = finding.help.prefix(3).map { "  help: \($0)".shown.cut(to: 240) }
        return [head(of: finding)] + notes + help
    }

    private static func head(of finding: Diagnostic) -> String {
        var head = ""
        // The end of a long path says the most.
        if let location = finding.location?.description.shown {
            head = (location.count <= 120 ? location : "…" + location.suffix(119)) + ": "
        }
        if finding.severity == .warning { head += "warning: " }
        head += finding.message.shown.cut(to: 480)
        if let code = finding.code { head += " [\(code)]" }
        return head
    }

    private static func height(of line: String) -> Int { max(1, (line.count + columns - 1) / columns) }
}

extension String {
    /// The string, or its beginning and an ellipsis if it is longer than a limit.
    fileprivate func cut(to limit: Int) -> String { count <= limit ? self : prefix(limit - 1) + "…" }
}
