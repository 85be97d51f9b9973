import ApusMigration
import ApusSchema

extension Plan.Pass.Start {
    /// Returns the reason for machine-readable output.
    ///
    /// - Parameter stage: The stage that begins the pass.
    /// - Returns: The reason.
    func record(of stage: Stage) -> Plan.Record.StartRecord {
        Plan.Record.StartRecord(
            stage: "\(stage.from) → \(stage.to)",
            element: subject.text(of: stage),
            rule: rule.rawValue,
            reason: rule.reason(subject.text(of: stage))
        )
    }
}

extension Plan.Pass.Start.Subject {
    fileprivate func text(of stage: Stage) -> String {
        switch self {
        case .property(let path): path.description
        case .extent(let name): name.text
        case .assertion(let condition): condition
        case .code(let code): code.name
        case .stage: "\(stage.from) → \(stage.to)"
        }
    }
}

extension Plan.Pass.Start.Rule {
    fileprivate func reason(_ subject: String) -> String {
        switch self {
        case .keepsComputed: "'\(subject)' keeps what the store computed"
        case .searchesComputedKey:
            "'\(subject)' searches for a value that the stages before compute, which no index finds"
        case .searchesTooDeeply: "'\(subject)' would need more searches within each other than SQLite allows"
        case .followsComputedKey: "the stage before searches for a value that it computes ('\(subject)')"
        case .followsDeepSearch: "the stage before has many searches within each other ('\(subject)')"
        case .runsSwift: "'\(subject)' runs Swift over whole objects"
        case .followsSwift: "the stage before runs Swift over whole objects ('\(subject)')"
        }
    }
}
