extension TestReport {
    /// The report in GitHub's Markdown, for a pull request: the matrix, what failed, and what the migrations changed in
    /// some rows.
    package var markdown: String {
        let sections: [[String]] =
            [["## Migration tests", "", summary]]
            + (problems.isEmpty ? [] : [problems.markdown]) + models.flatMap(\.sections)
            + survivorGroups.map { group in
                group.map { "**survived**: \(Markdown.code($0.heading)): \(Markdown.code($0.reason))  " } + [""]
                    + Markdown.block(group[0].advice, language: "text")
            }
        return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }
}

extension TestReport.ModelTests {
    fileprivate var sections: [[String]] {
        guard let target, !tests.isEmpty else {
            let reason = problems.isEmpty ? ["There is no version to migrate from."] : problems.markdown
            return [["### \(Markdown.code(name))", ""] + reason]
        }
        let heading = ["### \(Markdown.code(name)) → \(Markdown.code(target))"]
        let failures = tests.filter { $0.outcome != .passed && !$0.problems.isEmpty }.map { test in
            ["**\(test.outcome.rawValue)**: \(Markdown.code(test.heading(of: name)))", ""] + test.problems.markdown
        }
        let notes = tests.first { $0.outcome == .passed && !$0.notes.isEmpty }.map { test in
            ["**only at once**: \(Markdown.code(test.heading(of: name)))", ""] + test.notes.markdown
        }
        // The first store with rows of each version is enough to see what happens.
        let samples: [[String]] = lines.compactMap { line in
            line.tests.first { !$0.changes.isEmpty }.map(Self.changes)
        }
        return [heading] + [matrix, list].filter { !$0.isEmpty } + failures + (notes.map { [$0] } ?? [])
            + samples
    }

    private var matrix: [String] {
        if lines.isEmpty { return [] }
        return [
            Markdown.row(["from"] + titles.map(Markdown.code)), Markdown.row((["from"] + titles).map { _ in "---" }),
        ]
            + lines.map { line in
                let marks = titles.map { title in line.tests.first { $0.title == title }?.mark ?? "" }
                return Markdown.row([Markdown.code(line.version)] + marks)
            }
    }

    private var list: [String] {
        guard !others.isEmpty else { return [] }
        return [Markdown.row(["test", "from", "to", "outcome"]), Markdown.row(["---", "---", "---", "---"])]
            + others.map {
                Markdown.row([Markdown.code($0.name), Markdown.code($0.from), Markdown.code($0.to), $0.mark])
            }
    }

    /// What a migration changed, collapsed.
    private static func changes(of test: TestReport.Test) -> [String] {
        let rows: [String] = test.changes.flatMap { change -> [String] in
            let path = Markdown.code(change.path)
            if change.samples.isEmpty { return [Markdown.row([path, change.summary, "", "", ""])] }
            return change.samples.enumerated().map { index, sample in
                Markdown.row(
                    [index == 0 ? path : "", index == 0 ? change.summary : "", Markdown.code(sample.row)]
                        + [sample.before, sample.after].map { Markdown.code($0 ?? "none") }
                )
            }
        }
        return [
            "<details>", "<summary>What changes from \(Markdown.htmlCode(test.from)), \(test.name)</summary>", "",
            Markdown.row(["property", "values", "row", "before", "after"]),
            Markdown.row(["---", "---", "---", "---", "---"]),
        ] + rows + ["", "</details>"]
    }
}

extension [TestReport.Problem] {
    fileprivate var markdown: [String] { Markdown.block(flatMap(\.text), language: "text") }
}
