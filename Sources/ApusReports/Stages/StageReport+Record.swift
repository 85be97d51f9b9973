package import ApusMigration
import ApusSchema

extension StageReport {
    /// Returns the stage for machine-readable output.
    ///
    /// - Parameter decisions: The refusals with all settlements; those of the report by default.
    /// - Returns: The stage.
    package func record(_ decisions: [Refusal]? = nil) -> Stage.Record {
        Stage.Record(
            format: 2,
            model: model,
            from: from,
            to: to,
            skips: skipped.isEmpty ? nil : skipped,
            verdict: verdict.kind.rawValue,
            summary: summary,
            changes: changes.map(Stage.Record.Item.init),
            losses: losses.map(\.description),
            swift: swift.isEmpty ? nil : swift.map { Stage.Record.Line(.swift($0)) },
            decisions: (decisions ?? refusals).map(Stage.Record.Decision.init),
            suggestion: suggestion.isEmpty ? nil : suggestion.joined(separator: "\n") + "\n"
        )
    }
}

extension Stage.Record.Item {
    fileprivate init(_ change: Change) {
        let words = change.words
        let line = change.verdict.mappingLine
        self.init(
            code: change.code,
            kind: change.name,
            entity: change.entity,
            property: change.difference.property,
            subject: words.subject,
            from: words.from,
            to: words.to,
            detail: words.detail,
            verdict: change.verdict.word,
            fill: line?.fill?.text,
            values: line?.expression,
            convert: line?.conversion,
            require: line?.key == .require ? true : nil,
            staysEmpty: change.difference.rowsLeftEmpty != .none ? true : nil,
            refusal: change.verdict.refusal?.code
        )
    }
}

extension Stage.Record.Decision {
    fileprivate init(_ refusal: Refusal) {
        self.init(
            code: refusal.code,
            element: refusal.path.description,
            reason: refusal.message,
            answers: refusal.settlements.map { Stage.Record.Answer($0, of: refusal) }
        )
    }
}

extension Stage.Record.Answer {
    fileprivate init(_ settlement: Refusal.Settlement, of refusal: Refusal) {
        let description = refusal.summary(of: settlement)
        switch settlement {
        case .line(let line, let file):
            self.init(
                kind: "lines",
                description: description,
                file: file,
                yaml: line.flow,
                lines: [Stage.Record.Line(line)]
            )
        case .lines(let lines, let file):
            self.init(
                kind: "lines",
                description: description,
                file: file,
                yaml: lines.block().joined(separator: "\n"),
                lines: lines.map(Stage.Record.Line.init)
            )
        case .originalName(let name, let path):
            self.init(
                kind: "originalName",
                description: description,
                yaml: "originalName: \(name)",
                element: path.description
            )
        case .removal(let line):
            self.init(kind: "removal", description: description, lines: [Stage.Record.Line(line)])
        case .correction(let line, let path):
            self.init(
                kind: "correction",
                description: description,
                lines: [Stage.Record.Line(line)],
                element: path
            )
        case .edit, .newStore: self.init(kind: "edit", description: description)
        }
    }
}

extension Stage.Record.Line {
    init(_ line: Mapping.Line) {
        self.init(key: line.key.rawValue, path: line.subject, value: line.value)
    }
}

extension Change.Verdict {
    /// The verdict's name in machine-readable output.
    fileprivate var word: String {
        switch self {
        case .lightweight: "lightweight"
        case .accepted: "accepted"
        case .mapped: "mapped"
        case .refused: "refused"
        }
    }

    /// The reason why the change is not carried out.
    fileprivate var refusal: Refusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
