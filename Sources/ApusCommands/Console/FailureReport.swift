import ApusMigration
import ApusReports
import ArgumentParser

/// Why a command failed, as JSON: what `--format json` prints if there is no other result.
struct FailureReport: Encodable {
    /// The version of this output format.
    var format = 1
    /// The failure in one word.
    let verdict: String
    /// The command's exit code.
    let exitCode: Int32
    /// The kind of error, if a store failed.
    @OrNull var kind: String?
    /// What went wrong.
    let findings: [CheckReport.Finding]
    /// Help with all findings together, such as the lines of a mapping.
    let notes: [String]
    /// The decisions that stages need, with their answers, if that is why.
    let decisions: [Stage.Record.Decision]?

    init(_ failure: CommandFailure) {
        verdict =
            switch failure.code {
            case CommandFailure.Codes.invalid: "invalid"
            case CommandFailure.Codes.refused: "refused"
            case CommandFailure.Codes.stopped: "stopped"
            default: "failed"
            }
        exitCode = failure.code.rawValue
        kind = failure.kind
        findings = failure.findings
        notes = failure.notes + [failure.unchanged].compactMap { $0 }
        decisions = failure.decisions
    }
}

extension CommandFailure {
    /// What went wrong, for JSON.
    var findings: [CheckReport.Finding] { diagnostics.map { CheckReport.Finding($0, isFixable: false) } }

    /// The decisions that stages need, for JSON; `nil` if that is not why the command failed.
    var decisions: [Stage.Record.Decision]? { refused.isEmpty ? nil : refused.flatMap(\.record.decisions) }
}
