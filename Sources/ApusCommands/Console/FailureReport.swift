import ArgumentParser

/// Why a command failed, for programs: what standard output has if `--format json` was asked for and there is no other
/// result.
struct FailureReport: Encodable {
    /// The format of this output.
    var format: Int = 1
    /// In one word.
    let verdict: String
    /// The code that the command ends with.
    let exitCode: Int32
    /// The error of a store in one word, if it is one.
    @OrNull var kind: String?
    /// What is wrong.
    let findings: [CheckReport.Finding]
    /// What helps with all of it together: the lines of a mapping.
    let notes: [String]

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
        findings = failure.diagnostics.map { CheckReport.Finding($0, isFixable: false) }
        notes = failure.notes
    }
}
