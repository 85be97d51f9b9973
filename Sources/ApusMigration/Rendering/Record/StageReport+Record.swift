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
                Stage.Record.Reason(code: $0.code, path: $0.path.description, message: $0.message, help: $0.help)
            },
            suggestion: suggestion.isEmpty ? nil : suggestion.joined(separator: "\n") + "\n"
        )
    }
}

extension Stage.Record.Item {
    fileprivate init(_ change: Change) {
        let words: ChangeWords = change.words
        func written(_ key: String) -> String? {
            change.verdict.mappingLine.flatMap { $0.key == key ? $0.value : nil }
        }
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
            fill: written("fill"),
            convert: written("convert"),
            require: written("require").map { _ in true },
            refusal: change.verdict.refusal?.code
        )
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

    /// Why the change is not carried out.
    fileprivate var refusal: Refusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
