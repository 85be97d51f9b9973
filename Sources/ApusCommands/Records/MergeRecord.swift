import ApusDiagnostics

/// What `apus merge` did, as JSON.
struct MergeRecord: Encodable {
    /// The version of this output format.
    var format = 1
    /// `merged`, or `open` if a conflict is left to decide.
    let verdict: String
    /// What was done to finish git's merge, as sentences.
    let done: [String]
    /// The conflicts.
    let findings: [CheckReport.Finding]
    /// The merged text, with `--print`.
    let contents: String?

    init(_ done: [String], _ findings: [Diagnostic], isMerged: Bool = true, contents: String? = nil) {
        verdict = isMerged && !findings.contains { $0.severity == .error } ? "merged" : "open"
        self.done = done
        self.findings = findings.map { CheckReport.Finding($0, isFixable: false) }
        self.contents = contents
    }
}
