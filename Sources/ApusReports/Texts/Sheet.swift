/// A report as a list of parts, which Markdown and pages show alike.
package struct Sheet: Hashable, Sendable {
    /// A part of a report.
    package enum Part: Hashable, Sendable {
        /// A heading; the sheet's own has level 2.
        case heading(Int, [Run])
        /// Lines of text.
        case text([[Run]])
        /// A table.
        case table(Table)
        /// Lines of a file, of output, or of SQL.
        case lines([String], language: String)
        /// Parts that are shown on demand, below their title.
        indirect case folded([Run], [Part])
    }

    /// A piece of a line.
    package enum Run: Hashable, Sendable {
        /// Words of Apus.
        case words(String)
        /// Words of Apus that stand out.
        case strong(String)
        /// A name or a value of a model, a store or a file.
        case code(String)
    }

    /// A table. A table without rows is not shown.
    package struct Table: Hashable, Sendable {
        /// The titles of the columns.
        package let head: [Run]
        /// The rows, each with a cell a column.
        package let rows: [[Cell]]

        /// Creates a table.
        package init(_ head: [Run], _ rows: [[Cell]]) {
            self.head = head
            self.rows = rows
        }

        /// Creates a table of names and values.
        package init(_ head: [String], _ rows: [[String]]) {
            self.init(head.map { .words($0) }, rows.map { $0.map { Cell(.code($0)) } })
        }
    }

    /// A cell of a table.
    package struct Cell: Hashable, Sendable {
        /// What a cell says at first sight.
        package enum Tone: String, CaseIterable, Hashable, Sendable { case good, notable, bad }

        /// The text.
        package let run: Run
        /// What it says at first sight; `nil` for usual text.
        package let tone: Tone?

        /// Creates a cell.
        package init(_ run: Run, _ tone: Tone? = nil) {
            self.run = run
            self.tone = tone
        }
    }

    /// The parts.
    package var parts: [Part]

    /// Creates a sheet.
    package init(_ parts: [Part] = []) {
        self.parts = parts
    }
}

extension Sheet.Part {
    /// One line of text.
    package static func line(_ runs: Sheet.Run...) -> Self { .text([runs]) }

    /// Lines that are shown on demand.
    package static func folded(_ title: String, _ lines: [String]) -> Self {
        .folded([.words(title)], lines.isEmpty ? [] : [.lines(lines, language: "text")])
    }

    /// Whether there is nothing to show.
    package var isEmpty: Bool {
        switch self {
        case .heading(_, let runs): runs.isEmpty
        case .text(let lines): lines.isEmpty
        case .table(let table): table.rows.isEmpty
        case .lines(let lines, _): lines.isEmpty
        case .folded(_, let parts): parts.allSatisfy(\.isEmpty)
        }
    }
}

extension Sheet {
    /// The sheet in GitHub's Markdown. Names and values cannot inject markup.
    package var markdown: String {
        Self.lines(of: parts).joined(separator: "\n") + "\n"
    }

    /// The lines of parts, with an empty line between two parts.
    private static func lines(of parts: [Part]) -> [String] {
        Array(parts.filter { !$0.isEmpty }.map(lines).joined(separator: [""]))
    }

    private static func lines(of part: Part) -> [String] {
        switch part {
        case .heading(let level, let runs): [String(repeating: "#", count: level) + " " + text(runs)]
        case .text(let lines):
            // Two spaces break the line.
            lines.enumerated().map { text($1) + ($0 < lines.count - 1 ? "  " : "") }
        case .table(let table):
            [Markdown.row(table.head.map(text)), Markdown.row(table.head.map { _ in "---" })]
                + table.rows.map { Markdown.row($0.map { text($0.run) }) }
        case .lines(let lines, let language): Markdown.block(lines, language: language)
        case .folded(let title, let parts):
            ["<details>", "<summary>\(title.map(html).joined())</summary>", ""] + lines(of: parts) + ["", "</details>"]
        }
    }

    private static func text(_ runs: [Run]) -> String { runs.map(text).joined() }

    private static func text(_ run: Run) -> String {
        switch run {
        case .words(let words): words
        case .strong(let words): "**\(words)**"
        case .code(let code): Markdown.code(code)
        }
    }

    /// GitHub reads no Markdown in a summary.
    private static func html(_ run: Run) -> String {
        switch run {
        case .words(let words), .strong(let words): words
        case .code(let code): Markdown.htmlCode(code)
        }
    }
}
