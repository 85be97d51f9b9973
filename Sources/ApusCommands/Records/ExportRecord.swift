import ApusDiagnostics

/// What `apus export` wrote, as JSON.
struct ExportRecord: Encodable {
    /// The version of this output format.
    var format = 1
    /// `sql`, `xcdatamodel` or `xcdatamodeld`.
    let kind: String
    /// The path that was written.
    let output: String
    /// The files that were written.
    let files: [String]
    /// What the format cannot express.
    let findings: [CheckReport.Finding]

    // An empty path stands for the output itself.
    init(format: String, _ output: String, _ paths: [String], _ findings: [Diagnostic]) {
        kind = format
        self.output = output
        files = paths.map { $0.isEmpty ? output : "\(output)/\($0)" }
        self.findings = findings.map { CheckReport.Finding($0, isFixable: false) }
    }
}
