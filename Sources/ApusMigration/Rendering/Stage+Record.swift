import ApusSchema

extension Stage {
    /// A stage as machine-readable output says it.
    public struct Record: Encodable, Sendable {
        /// A change.
        public struct Item: Encodable, Sendable {
            let code: String
            let kind: String
            let entity: String
            let subject: String
            let detail: String
            let verdict: String
        }

        /// A reason why the stage is refused.
        public struct Reason: Encodable, Sendable {
            let code: String
            let path: String
            let message: String
            let help: [String]
        }

        let model: String
        let from: String
        let to: String
        let verdict: String
        let changes: [Item]
        let refusals: [Reason]
    }

    /// The stage for machine-readable output.
    public var record: Record {
        let isRefused: Bool = !refusals.isEmpty
        return Record(
            model: new.model,
            from: from.description,
            to: to.description,
            verdict: isRefused ? "refused" : "lightweight",
            changes: changes.map { change in
                let text = ChangeText(change.kind)
                return Record.Item(
                    code: change.kind.code,
                    kind: change.kind.name,
                    entity: change.entity,
                    subject: text.subject,
                    detail: text.detail,
                    verdict: change.verdict.word
                )
            },
            refusals: refusals.map {
                Record.Reason(code: $0.code, path: $0.path.description, message: $0.message, help: $0.help)
            }
        )
    }
}

extension Change.Verdict {
    /// The verdict's name in machine-readable output.
    var word: String {
        switch self {
        case .lightweight: "lightweight"
        case .accepted: "accepted"
        case .refused: "refused"
        }
    }
}
