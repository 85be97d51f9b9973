import ApusMigration

extension StageReport {
    /// The differences for a pull request.
    package var markdown: String {
        let title: String = "## \(Markdown.code(model)): \(Markdown.code(from)) → \(Markdown.code(to)): \(summary)"
        let groups: [ChangeGroup] = ChangeGroup.groups(of: changes)
        let sections: [[String]] = [[title], Self.table(groups), decisions] + groups.map(Self.details)
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// How much of what there is, entity by entity.
    private static func table(_ groups: [ChangeGroup]) -> [String] {
        guard !groups.isEmpty else { return [] }
        let head: [String] = [
            Markdown.row(["", "added", "removed", "changed", "renamed", "lost"]),
            Markdown.row(["---"] + Array(repeating: "---:", count: 5)),
        ]
        let rows: [String] = groups.map { row(Markdown.code($0.name), $0.changes) }
        return head + rows + (groups.count > 1 ? [row("all", groups.flatMap(\.changes))] : [])
    }

    private static func row(_ title: String, _ changes: [Change]) -> String {
        let signs: [ChangeWords.Sign] = changes.map(\.words.sign)
        let counts: [Int] =
            [.added, .removed, .changed, .renamed].map { sign in signs.count { $0 == sign } }
            + [changes.count { $0.verdict == .accepted }]
        return Markdown.row([title] + counts.map { $0 == 0 ? "" : String($0) })
    }

    /// What stands in the way, and lines that settle it.
    private var decisions: [String] {
        guard !refusals.isEmpty else { return [] }
        return ["### Decisions needed", ""]
            + refusals.flatMap { refusal in
                ["- **\(refusal.code)** \(Markdown.prose(refusal.message))"] + Self.hints(refusal)
            } + wholeMapping
    }

    /// The hints' lines in one block, where there are several.
    private var wholeMapping: [String] {
        let lines: [String] = suggestion
        if lines.isEmpty { return [] }
        let title: String = suggestionTitle.prefix(1).uppercased() + suggestionTitle.dropFirst()
        return ["", "\(Markdown.prose(title)):", ""] + Markdown.block(lines, language: "yaml")
    }

    /// The lines of help, each with a block below it that can be pasted, if it has one.
    private static func hints(_ refusal: Refusal) -> [String] {
        refusal.hints.flatMap { hint in
            ["  - \(Markdown.prose(hint.text))"]
                + (hint.pasteable.map { Markdown.block([$0], language: "yaml", indent: "    ") } ?? [])
        }
    }

    /// The changes of an entity, folded away.
    private static func details(_ group: ChangeGroup) -> [String] {
        let width: Int = min(group.changes.map(\.words.subject.displayWidth).max() ?? 0, 44)
        let lines: [String] = group.changes.map { change in
            change.words.sign.diffSymbol + change.line(width: width) + change.mark.text
        }
        let summary: String = "\(Markdown.htmlCode(group.name)): \(group.changes.count.of("change"))"
        return ["<details>", "<summary>\(summary)</summary>", ""] + Markdown.block(lines, language: "diff")
            + ["", "</details>"]
    }
}

extension ChangeWords.Sign {
    /// The sign that GitHub colours in a block of a diff.
    fileprivate var diffSymbol: String {
        switch self {
        case .added, .removed: symbol
        case .renamed, .changed: "!"
        }
    }
}
