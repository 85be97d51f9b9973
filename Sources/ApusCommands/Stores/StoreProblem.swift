import ApusDiagnostics
import ApusMigration
import ApusReports

/// Why a store cannot be read, as JSON.
struct StoreProblem: Encodable {
    /// A word for the kind of error, which stays the same in future releases.
    let kind: String
    /// What is wrong, in the words of the first finding.
    let message: String
    /// What to do next about the first finding.
    let help: [String]
    /// All findings.
    let findings: [CheckReport.Finding]
    /// The decisions that stages need, with their answers; left out if that is not why.
    let decisions: [Stage.Record.Decision]?

    init(_ failure: CommandFailure) {
        let first = failure.diagnostics.first
        self.kind = failure.kind ?? first?.code ?? "other"
        self.message = first?.message ?? ""
        self.help = first?.help ?? []
        self.findings = failure.findings
        self.decisions = failure.decisions
    }
}

/// A value that is encoded as `null` if it is missing, so that every record has the same keys.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
