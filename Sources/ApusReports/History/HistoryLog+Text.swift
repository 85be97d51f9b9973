import ApusDiagnostics

extension HistoryLog {
    /// The log as readable text.
    ///
    /// - Parameter hasGraph: Whether to draw the history in front of it, as git does: a line through all versions, and one beside it
    ///   for each direct mapping, from the version at which it starts to that at which it ends.
    /// - Returns: The text.
    package func text(hasGraph: Bool) -> StyledText {
        var text = StyledText()
        if entries.isEmpty { text.add(.init("\(model): no version yet")) }
        let graph = Graph(self)
        let names = entries.map { $0.version.displayWidth }.max() ?? 0
        let counts = entries.compactMap { $0.stage?.counts.displayWidth }.max() ?? 0
        for (index, entry) in entries.enumerated() {
            let head: [StyledText.Run] = [
                .init(hasGraph ? graph.nodes[index] : ""), .init(entry.version.shownPadded(to: names), .heading),
            ]
            guard let stage = entry.stage else {
                let size = entry.entities.map { ", \($0.of("entity", "entities"))" } ?? ""
                text.add(head + [.init("   the first version\(size)")])
                addDetails(entry, hasGraph ? graph.rests[index] : "", to: &text)
                continue
            }
            text.add(
                head + [
                    .init("   \(stage.counts.shownPadded(to: counts))   "),
                    .init(stage.summary, stage.verdict == "refused" ? .alarm : nil),
                ]
            )
            addDetails(entry, hasGraph ? graph.rests[index] : "", to: &text)
        }
        for one in retired {
            let release = one.release.map { ", the last release that opens it is \($0)" } ?? ""
            let margin = hasGraph ? String(repeating: " ", count: graph.width) : ""
            text.add([.init("\(margin)\(one.version.shownPadded(to: names))   retired with \(one.newest)\(release)")])
        }
        return text
    }

    private func addDetails(_ entry: Entry, _ margin: String, to text: inout StyledText) {
        if let mapping = entry.stage?.mapping { text.add([.init("\(margin)    "), .init(mapping, .mapped)]) }
        for step in entry.direct {
            text.add([.init("\(margin)    directly from \(step.from): \(step.summary)")])
            if let mapping = step.mapping { text.add([.init("\(margin)    "), .init(mapping, .mapped)]) }
        }
    }

    /// The lines in front of a log.
    private struct Graph {
        /// What is in front of the line of each entry.
        private(set) var nodes: [String] = []
        /// What is in front of the lines below it.
        private(set) var rests: [String] = []
        /// The number of columns.
        private(set) var width = 0

        init(_ log: HistoryLog) {
            let (entries, columns) = (log.entries, log.lanes)
            width = 2 * columns.count + 3
            for index in entries.indices {
                // The outermost column with a corner: a line leads there from the version.
                let reach = columns.lastIndex { $0.contains { $0.top == index || $0.bottom == index } } ?? -1
                var (node, rest) = ("*", index == entries.count - 1 ? " " : "|")
                for (number, lanes) in columns.enumerated() {
                    let lane = lanes.first { $0.top <= index && index <= $0.bottom }
                    let corner = lane.map { $0.top == index ? "." : $0.bottom == index ? "'" : "|" }
                    node += number <= reach ? "-\(corner ?? "-")" : " \(corner ?? " ")"
                    rest += " \(lane.map { $0.bottom > index } == true ? "|" : " ")"
                }
                nodes.append(node + "  ")
                rests.append(rest + "  ")
            }
        }
    }
}
