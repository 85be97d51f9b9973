/// The text of an error, made from its findings. It fits on a screen of 24 lines of 80 columns, so what is long is cut,
/// and what does not fit is counted.
struct ErrorText {
    /// The lines for the findings. One more counts those that do not fit, and one is left for what a program writes
    /// before the error.
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

    /// What helps with the first finding.
    var help: String? {
        guard let help = findings.first?.help.first else { return nil }
        return help.shown.cut(to: 240)
    }

    /// As many findings as fit, with notes and help.
    var full: String {
        var text: [String] = []
        var height: Int = 0
        for (index, finding) in findings.enumerated() {
            let lines: [String] = Self.lines(of: finding)
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
        let notes: [String] = finding.notes.prefix(3).map { "  note: \($0)".shown.cut(to: 160) }
        let help: [String] = finding.help.prefix(3).map { "  help: \($0)".shown.cut(to: 240) }
        return [head(of: finding)] + notes + help
    }

    private static func head(of finding: Diagnostic) -> String {
        var head: String = ""
        // Of a long path, the end says the most.
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
    /// The text, or its beginning if it is longer.
    fileprivate func cut(to limit: Int) -> String { count <= limit ? self : prefix(limit - 1) + "…" }
}
