import ApusDiagnostics

extension HistoryLog {
    /// The log for a pull request, with a graph that GitHub draws.
    package var markdown: String {
        var sheet = sheet
        sheet.parts.insert(.lines(graph, language: "mermaid"), at: 1)
        return sheet.markdown
    }

    /// The log as a table.
    package var sheet: Sheet {
        let head: [Sheet.Run] = ["version", "from", "", "changes", "mapping", "directly from"].map { .words($0) }
        let rows: [[Sheet.Cell]] = entries.map { entry in
            let stage = entry.stage
            let direct = entry.direct.map { step in step.from + (step.mapping.map { ": \($0)" } ?? "") }
            return [
                .init(.code(entry.version)), .init(.code(stage?.from ?? "")), .init(.words(stage?.counts ?? "")),
                .init(.words(stage?.summary ?? "the first version"), stage?.verdict == "refused" ? .bad : nil),
                .init(.code(stage?.mapping ?? "")), .init(.code(direct.joined(separator: ", "))),
            ]
        }
        return Sheet([
            .heading(2, [.code(model), .words(": \(entries.count.of("version"))")]), .table(.init(head, rows)),
            .table(
                .init(
                    ["retired", "with", "last release that opens it"],
                    retired.map { [$0.version, $0.newest, $0.release ?? ""] }
                )
            ),
        ])
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
