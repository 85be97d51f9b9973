import ApusDiagnostics

/// A text of which a terminal may show parts in colour.
package struct StyledText: Hashable, Sendable {
    /// What a part of the text is.
    package enum Style: CaseIterable, Hashable, Sendable {
        /// The name of what the lines below are about.
        case heading
        /// Something new.
        case added
        /// Something gone.
        case removed
        /// Something that differs.
        case changed
        /// What a reader must not miss: a loss or a refusal.
        case alarm
        /// What somebody wrote about it.
        case mapped
    }

    /// Part of a line.
    struct Run: Hashable {
        let text: String
        let style: Style?

        init(_ text: String, _ style: Style? = nil) {
            // No name ends a line or steers the terminal.
            self.text = text.shown
            self.style = style
        }
    }

    private var lines: [[Run]] = []

    /// Adds a line.
    mutating func add(_ runs: Run...) {
        lines.append(runs)
    }

    /// The text without colours, each line with its end.
    package var plain: String {
        text { $0.text }
    }

    /// The text with the colours of a terminal, each line with its end.
    package var coloured: String {
        text { run in run.style.map { "\u{1B}[\($0.code)m\(run.text)\u{1B}[0m" } ?? run.text }
    }

    private func text(_ shown: (Run) -> String) -> String {
        lines.map { $0.map(shown).joined() + "\n" }.joined()
    }
}

extension StyledText.Style {
    /// The parameters of the terminal's control sequence.
    fileprivate var code: String {
        switch self {
        case .heading: "1"
        case .added: "32"
        case .removed: "31"
        case .changed: "33"
        case .alarm: "1;31"
        case .mapped: "36"
        }
    }
}
