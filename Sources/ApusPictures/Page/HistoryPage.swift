package import ApusReports

/// A model's history as one HTML file: the graph of its versions, and the same as a table.
package struct HistoryPage: Sendable {
    private let log: HistoryLog
    private let lanes: [[HistoryLog.Lane]]
    /// Where the versions are written, and where what is said of them, behind the last lane.
    private let (version, summary): (Int, Int)
    /// What is said of each version, cut to the space for it.
    private let lines: [(summary: Line, detail: Line)]
    /// The width of the drawing: all lanes, and all texts.
    let width: Int

    /// A text, whole and as it is drawn.
    private struct Line {
        let (whole, shown, width): (String, String, Int)

        init(_ whole: String, _ style: TextStyle) {
            self.whole = whole
            shown = style.cut(whole, to: HistoryPage.space, characters: 200)
            width = style.width(of: shown)
        }
    }

    /// The distances of rows and of lanes, the space around the drawing, and that for a text.
    private static let (row, lane, margin, space) = (44, 18, 20, 640)

    /// Creates a page.
    package init(_ log: HistoryLog) {
        self.log = log
        lanes = log.lanes
        lines = log.entries.map { entry in
            let below =
                [entry.stage?.counts, entry.stage?.mapping].compactMap { $0 }
                + entry.direct.map { "directly from \($0.from)" }
            return (
                Line(entry.stage?.summary ?? "the first version", CardMetrics.rowName),
                Line(below.joined(separator: " · "), CardMetrics.kind)
            )
        }
        version = Self.margin + (lanes.count + 1) * Self.lane
        let names = log.entries.map { CardMetrics.name.width(of: $0.version) + CardMetrics.gap }
        summary = version + names.reduce(70, max)
        let end = lines.flatMap { [$0.summary.width, $0.detail.width] }.reduce(0, max)
        width = max(760, summary + end + Self.margin)
    }

    /// The file.
    package var text: String {
        HTMLFile(
            title: "\(log.model): history",
            style: [PackageResources.picture_css, PackageResources.page_css, PackageResources.sheet_css]
        ).text { markup in
            markup.block("header") { markup in
                markup.line("h1") { markup in
                    markup.add(log.model)
                    markup.element("span", [:], " history")
                }
            }
            markup.block("main", ["class": "report"]) { markup in
                if !log.entries.isEmpty { drawing(&markup) }
                var table = log.sheet
                // The page's title says it.
                table.parts.removeFirst()
                markup.add(table)
            }
        }
    }

    private func drawing(_ markup: inout Markup) {
        let height = log.entries.count * Self.row
        markup.block(
            "svg",
            [
                "class": "picture history", "viewBox": "0 0 \(width) \(height)", "width": "\(width)",
                "height": "\(height)",
                "role": "img",
                "aria-label": "The versions, newest first; the table below has the same facts",
            ]
        ) { markup in
            markup.void("path", ["class": "edge", "d": "M\(x(nil)) \(y(0))V\(y(log.entries.count - 1))"])
            for (column, lanes) in lanes.enumerated() {
                for lane in lanes {
                    let (x, top, bottom) = (x(column), y(lane.top), y(lane.bottom))
                    markup.void(
                        "path",
                        [
                            "class": "edge changed",
                            "d":
                                "M\(self.x(nil)) \(bottom)H\(x - 8)Q\(x) \(bottom) \(x) \(bottom - 8)V\(top + 8)Q\(x) \(top) \(x - 8) \(top)H\(self.x(nil))",
                        ]
                    )
                }
            }
            for (index, entry) in log.entries.enumerated() { add(entry, at: index, &markup) }
        }
    }

    private func add(_ entry: HistoryLog.Entry, at index: Int, _ markup: inout Markup) {
        let y = y(index)
        let isRefused = entry.stage?.verdict == "refused"
        markup.void(
            "circle",
            [
                "class": isRefused ? "node refused" : "node", "cx": "\(x(nil))", "cy": "\(y)", "r": "6",
            ]
        )
        markup.line("text", ["class": "name", "x": "\(version)", "y": "\(y - 2)"], entry.version)
        add(lines[index].summary, ["class": "row-name", "x": "\(summary)", "y": "\(y - 2)"], &markup)
        add(lines[index].detail, ["class": "detail", "x": "\(summary)", "y": "\(y + 14)"], &markup)
    }

    private func add(_ line: Line, _ attributes: Markup.Attributes, _ markup: inout Markup) {
        markup.line("text", attributes) { markup in
            if line.shown != line.whole { markup.element("title", [:], line.whole) }
            markup.add(line.shown)
        }
    }

    private func x(_ column: Int?) -> Int { Self.margin + (column.map { $0 + 1 } ?? 0) * Self.lane }

    private func y(_ index: Int) -> Int { index * Self.row + Self.row / 2 }
}
