import ApusReports

extension Markup {
    /// Adds a report's parts as HTML. Its own heading has level 2, below the page's.
    mutating func add(_ sheet: Sheet) {
        for part in sheet.parts { add(part) }
    }

    private mutating func add(_ part: Sheet.Part) {
        if part.isEmpty { return }
        switch part {
        case .heading(let level, let runs):
            line(level <= 2 ? "h2" : "h3") { $0.add(runs) }
        case .text(let lines):
            line("p") { markup in
                for (index, runs) in lines.enumerated() {
                    if index > 0 { markup.void("br") }
                    markup.add(runs)
                }
            }
        case .table(let table): add(table)
        case .lines(let lines, let language):
            line("pre", ["class": language]) { markup in
                markup.add(lines: lines.joined(separator: "\n"))
            }
        case .folded(let title, let parts):
            block("details") { markup in
                markup.line("summary") { $0.add(title) }
                markup.add(Sheet(parts))
            }
        }
    }

    private mutating func add(_ table: Sheet.Table) {
        // A wide table scrolls by itself, also by the keyboard.
        block("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": table.title]) { markup in
            markup.block("table") { markup in
                markup.line("thead") { markup in
                    markup.element("tr") { markup in
                        for run in table.head { markup.element("th", ["scope": "col"]) { $0.add([run]) } }
                    }
                }
                markup.block("tbody") { markup in
                    for row in table.rows {
                        markup.line("tr") { markup in
                            for cell in row {
                                markup.element("td", ["class": cell.tone?.rawValue]) { $0.add([cell.run]) }
                            }
                        }
                    }
                }
            }
        }
    }

    private mutating func add(_ runs: [Sheet.Run]) {
        for run in runs {
            switch run {
            case .words(let words): add(words)
            case .strong(let words): element("strong", [:], words)
            case .code(let code): if !code.isEmpty { element("code", [:], code) }
            }
        }
    }
}

extension Sheet.Table {
    /// The titles of the columns in one line.
    fileprivate var title: String {
        head.map { run in
            switch run {
            case .words(let text), .strong(let text), .code(let text): text
            }
        }.joined(separator: ", ")
    }
}
