import ApusDiagnostics

extension HistoryLog {
    /// The log for a pull request or a page, in GitHub's Markdown: a graph that GitHub draws, and a table.
    package var markdown: String {
        let title = "## \(Markdown.code(model)): \(entries.count.of("version"))"
        let rows = entries.map { entry in
            let stage = entry.stage
            let direct = entry.direct.map { step in
                "directly from \(Markdown.code(step.from))" + (step.mapping.map { ": \(Markdown.code($0))" } ?? "")
            }
            return Markdown.row([
                Markdown.code(entry.version), stage.map { Markdown.code($0.from) } ?? "", stage?.counts ?? "",
                stage.map { Markdown.prose($0.summary) } ?? "the first version",
                ([stage?.mapping.map(Markdown.code)].compactMap { $0 } + direct).joined(separator: ", "),
            ])
        }
        let table = [
            Markdown.row(["version", "from", "", "changes", "mapping"]),
            Markdown.row(Array(repeating: "---", count: 5)),
        ]
        let old = retired.map { one in
            "- \(Markdown.code(one.version)): retired with \(Markdown.code(one.newest))"
                + (one.release.map { ", the last release that opens it is \(Markdown.code($0))" } ?? "")
        }
        let sections: [[String]] = [[title], Markdown.block(graph, language: "mermaid"), table + rows, old]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// The lines of Mermaid's graph of commits. Versions are numbers and dots, so that nothing has to be escaped.
    private var graph: [String] {
        var lines = ["gitGraph"]
        for entry in entries.reversed() {
            let merged = entry.direct.map { "direct_\($0.from)_\(entry.version)".replacing(".", with: "_") }
            if merged.isEmpty { lines.append("    commit id: \"\(entry.version)\"") }
            for (index, name) in merged.enumerated() {
                lines.append("    merge \(name)" + (index == merged.count - 1 ? " id: \"\(entry.version)\"" : ""))
            }
            for end in entries {
                for step in end.direct where step.from == entry.version {
                    let name = "direct_\(step.from)_\(end.version)".replacing(".", with: "_")
                    lines += [
                        "    branch \(name)", "    commit id: \"\(step.from) → \(end.version)\"", "    checkout main",
                    ]
                }
            }
        }
        return lines
    }
}
