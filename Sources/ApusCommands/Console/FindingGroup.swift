import ApusDiagnostics

/// Findings with one cause: their messages are the same but for the names in quotes.
struct FindingGroup {
    /// The findings, in the order in which they were made; at least one.
    private(set) var findings: [Diagnostic]

    private struct Key: Hashable {
        let severity: Diagnostic.Severity
        let code: String?
        let mask: String

        init(_ finding: Diagnostic) {
            severity = finding.severity
            code = finding.code
            mask = QuotedNames(finding.message).mask
        }
    }

    /// Groups findings by cause, in the order of first occurrence.
    static func groups(of findings: [Diagnostic]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        var indices: [Key: Int] = [:]
        for finding in findings {
            let key = Key(finding)
            if let index = indices[key] {
                groups[index].findings.append(finding)
            } else {
                indices[key] = groups.count
                groups.append(FindingGroup(findings: [finding]))
            }
        }
        return groups
    }

    /// The findings for people: what they have in common once, then each location with its line. Help that differs only by the
    /// names of its finding is printed for the first of them.
    ///
    /// - Parameters:
    ///   - styled: Returns `error:` or `warning:` in a style.
    ///   - excerpt: Returns the line of a location, with a caret below.
    /// - Returns: The text, of several lines.
    func text(styled: (String) -> String, excerpt: (SourceLocation) -> [String]) -> String {
        let first = findings[0]
        if findings.count == 1 {
            return first.text(with: first.location.map(excerpt) ?? [], styled: styled)
        }
        let names = findings.map { QuotedNames($0.message) }
        let differing = names[0].names.indices.filter { index in
            names.contains { $0.names[index] != names[0].names[index] }
        }
        let code = first.code.map { " [\($0)]" } ?? ""
        let message = names[0].text(hiding: differing)
        var lines = ["\(styled("\(first.severity.rawValue):")) \("\(message) (\(findings.count) times)\(code)".shown)"]
        var printed: Set<String> = []
        var masks: Set<String> = []
        var isShortened = false
        var index = 0
        while index < findings.count {
            // Several elements can have one line, such as those that were removed from an entity.
            let location = findings[index].location
            let run = findings[index...].prefix { $0.location == location }
            let labels = names[run.indices].map { name in differing.map { "'\(name.names[$0])'" } }
                .map { $0.joined(separator: " and ") }.filter { !$0.isEmpty }
            let label = [location.map { "\($0)" } ?? "", labels.joined(separator: ", ")].filter { !$0.isEmpty }
            lines.append("  \(label.joined(separator: ": "))".shown)
            lines += location.map(excerpt) ?? []
            for finding in run {
                let rest = finding.notes.map { "note: \($0)" } + finding.help.map { "help: \($0)" }
                for line in rest where !printed.contains(line) {
                    let repeats =
                        masks.contains(QuotedNames(line).mask) && QuotedNames(line).isMade(of: finding.message)
                    if finding != first, repeats {
                        isShortened = true
                        continue
                    }
                    printed.insert(line)
                    lines.append("    \(line)".shown)
                }
                masks.formUnion(rest.map { QuotedNames($0).mask })
            }
            index = run.endIndex
        }
        if isShortened { lines.append("  help: the same holds for the others, with their own names") }
        return lines.joined(separator: "\n")
    }
}

/// The names in quotes in a message, and the text between them.
struct QuotedNames {
    /// The names, without their quotes.
    let names: [String]
    private let texts: [Substring]

    /// Finds the names in a message. The apostrophe of `the store's` begins none.
    init(_ message: String) {
        var (names, texts): ([String], [Substring]) = ([], [])
        var start = message.startIndex
        var index = start
        func isQuote(_ index: String.Index) -> Bool { message[index] == "'" }
        func isWord(_ index: String.Index) -> Bool {
            index < message.endIndex && (message[index].isLetter || message[index].isNumber)
        }
        while index < message.endIndex {
            let next = message.index(after: index)
            let opens = isQuote(index) && (index == message.startIndex || !isWord(message.index(before: index)))
            let end =
                opens
                ? message.indices[next...].first { isQuote($0) && !isWord(message.index(after: $0)) } : nil
            guard let end else {
                index = next
                continue
            }
            texts.append(message[start..<index])
            names.append(String(message[next..<end]))
            index = message.index(after: end)
            start = index
        }
        texts.append(message[start...])
        (self.names, self.texts) = (names, texts)
    }

    /// Whether each name has a name of a message in it, so that it says nothing that the message does not say.
    func isMade(of message: String) -> Bool {
        let known = QuotedNames(message).names.filter { !$0.isEmpty }
        return names.allSatisfy { name in known.contains { name.contains($0) } }
    }

    /// The message without any name.
    var mask: String { text(hiding: Array(names.indices)) }

    /// The message without some of its names.
    func text(hiding hidden: [Int]) -> String {
        zip(names.indices, names).reduce(String(texts[0])) { text, name in
            text + "'\(hidden.contains(name.0) ? "…" : name.1)'" + texts[name.0 + 1]
        }
    }
}
