import ApusDiagnostics
import ApusMigration

extension StageReport {
    /// The differences for a pull request.
    package var markdown: String {
        let title = "## \(Markdown.code(model)): \(Markdown.code(from)) → \(Markdown.code(to)): \(summary)"
        let groups = ChangeGroup.groups(of: changes)
        let sections: [[String]] = [[title], Self.table(groups), decisions] + groups.map(Self.details)
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// Returns a table with the number of changes of each kind per entity.
    private static func table(_ groups: [ChangeGroup]) -> [String] {
        guard !groups.isEmpty else { return [] }
        let head: [String] = [
            Markdown.row(["", "added", "removed", "changed", "renamed", "lost"]),
            Markdown.row(["---"] + Array(repeating: "---:", count: 5)),
        ]
        let rows = groups.map { row(Markdown.code($0.name), $0.changes) }
        return head + rows + (groups.count > 1 ? [row("all", groups.flatMap(\.changes))] : [])
    }

    private static func row(_ title: String, _ changes: [Change]) -> String {
        let signs = changes.map(\.words.sign)
        let counts: [Int] =
            [.added, .removed, .changed, .renamed].map { sign in signs.count { $0 == sign } }
            + [changes.count { $0.verdict == .accepted }]
        return Markdown.row([title] + counts.map { $0 == 0 ? "" : String($0) })
    }

    /// The refusals, each with possible resolutions.
    private var decisions: [String] {
        guard !refusals.isEmpty else { return [] }
        return ["### Decisions needed", ""]
            + refusals.flatMap { refusal in
                ["- **\(refusal.code)** \(Markdown.prose(refusal.message))"] + Self.hints(refusal)
            } + wholeMapping
    }

    /// The suggested mapping, if it has several lines.
    private var wholeMapping: [String] {
        let lines = suggestion
        if lines.isEmpty { return [] }
        let title: String = suggestionTitle.prefix(1).uppercased() + suggestionTitle.dropFirst()
        return ["", "\(Markdown.prose(title)):", ""] + Markdown.block(lines, language: "yaml")
    }

    /// Returns the resolutions of a refusal, each with a block to paste, if it has one.
    private static func hints(_ refusal: Refusal) -> [String] {
        refusal.hints.flatMap { hint in
            ["  - \(Markdown.prose(hint.text))"]
                + (hint.pasteable.isEmpty ? [] : Markdown.block(hint.pasteable, language: "yaml", indent: "    "))
        }
    }

    /// Returns the changes of an entity in a collapsed section.
    private static func details(_ group: ChangeGroup) -> [String] {
        let members = group.whole?.members ?? []
        let widths = group.changes.map(\.words.subject.displayWidth) + members.map { 2 + $0.name.displayWidth }
        let width = min(widths.max() ?? 0, 44)
        let lines: [String] = group.changes.flatMap { change in
            let sign = change.words.sign.diffSymbol
            return [sign + change.line(width: width) + change.mark.text]
                + change.members.map { "\(sign)  \($0.line(width: width - 2))" }
        }
        let summary = "\(Markdown.htmlCode(group.name)): \(group.changes.count.of("change"))"
        return ["<details>", "<summary>\(summary)</summary>", ""] + Markdown.block(lines, language: "diff")
            + ["", "</details>"]
    }
}

extension ChangeWords.Sign {
    /// The sign that GitHub highlights in a diff block.
    fileprivate var diffSymbol: String {
        switch self {
        case .added, .removed: symbol
        case .renamed, .changed: "!"
        }
    }
}
