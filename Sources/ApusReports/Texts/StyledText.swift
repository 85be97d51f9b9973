import ApusDiagnostics

/// Text with styles that a terminal may show in colour.
package struct StyledText: Hashable, Sendable {
    /// The style of a part of the text.
    package enum Style: CaseIterable, Hashable, Sendable {
        /// The heading of the lines below.
        case heading
        /// An addition.
        case added
        /// A removal.
        case removed
        /// A change.
        case changed
        /// A loss or a refusal.
        case alarm
        /// A reference to the mapping.
        case mapped
    }

    /// A part of a line.
    struct Run: Hashable {
        let text: String
        let style: Style?

        init(_ text: String, _ style: Style? = nil) {
            // Names must not contain line breaks or control sequences.
            self.text = text.shown
            self.style = style
        }
    }

    private var lines: [[Run]] = []

    /// Adds a line.
    mutating func add(_ runs: Run...) { add(runs) }

    /// Adds a line.
    mutating func add(_ runs: [Run]) {
        lines.append(runs)
    }

    /// The text without colours, each line with a line break.
    package var plain: String {
        text { $0.text }
    }

    /// The text with the control sequences of a terminal, each line with a line break.
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
