package import ApusReports

/// A model's history as one HTML file: the graph of its versions, and the same as a table.
package struct HistoryPage: Sendable {
    private let log: HistoryLog
    private let lanes: [[HistoryLog.Lane]]

    /// The distances of rows and of lanes, and where the text begins.
    private static let (row, lane, margin) = (44, 18, 20)

    /// Creates a page.
    package init(_ log: HistoryLog) {
        self.log = log
        lanes = log.lanes
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
                "class": "picture history", "viewBox": "0 0 760 \(height)", "width": "760", "height": "\(height)",
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
        let (y, text) = (y(index), Self.margin + (lanes.count + 1) * Self.lane)
        let isRefused = entry.stage?.verdict == "refused"
        markup.void(
            "circle",
            [
                "class": isRefused ? "node refused" : "node", "cx": "\(x(nil))", "cy": "\(y)", "r": "6",
            ]
        )
        markup.line("text", ["class": "name", "x": "\(text)", "y": "\(y - 2)"], entry.version)
        markup.line(
            "text",
            ["class": "row-name", "x": "\(text + 70)", "y": "\(y - 2)"],
            entry.stage?.summary ?? "the first version"
        )
        let below =
            [entry.stage?.counts, entry.stage?.mapping].compactMap { $0 }
            + entry.direct.map { "directly from \($0.from)" }
        markup.line("text", ["class": "detail", "x": "\(text + 70)", "y": "\(y + 14)"], below.joined(separator: " · "))
    }

    private func x(_ column: Int?) -> Int { Self.margin + (column.map { $0 + 1 } ?? 0) * Self.lane }

    private func y(_ index: Int) -> Int { index * Self.row + Self.row / 2 }
}
