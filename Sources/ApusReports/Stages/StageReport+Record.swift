package import ApusMigration
import ApusSchema

extension StageReport {
    /// The stage for machine-readable output.
    package var record: Stage.Record {
        Stage.Record(
            format: 1,
            model: model,
            from: from,
            to: to,
            verdict: verdict.kind.rawValue,
            summary: summary,
            changes: changes.map(Stage.Record.Item.init),
            losses: losses.map(\.description),
            refusals: refusals.map {
                Stage.Record.Reason(
                    code: $0.code,
                    path: $0.path.description,
                    message: $0.message,
                    help: $0.help,
                    settlements: $0.settlements.compactMap(Stage.Record.Settlement.init)
                )
            },
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
            refusal: change.verdict.refusal?.code
        )
    }
}

extension Stage.Record.Settlement {
    /// Creates a settlement that a tool can carry out, or `nil` if it needs an author.
    fileprivate init?(_ settlement: Refusal.Settlement) {
        switch settlement {
        case .line(let line, let file):
            self.init(kind: "line", path: line.subject, key: line.key.rawValue, value: line.value, file: file)
        case .originalName(let name, let path):
            self.init(kind: "originalName", path: path.description, key: nil, value: name, file: nil)
        case .removal(let line):
            self.init(kind: "removal", path: line.subject, key: line.key.rawValue, value: nil, file: nil)
        case .correction(let line, let path):
            self.init(kind: "correction", path: line.subject, key: line.key.rawValue, value: path, file: nil)
        case .edit, .newStore: return nil
        }
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
