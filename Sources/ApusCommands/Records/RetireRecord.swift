import ApusProject
import ApusSchema

/// What `apus retire` removed, or would remove, as JSON.
struct RetireRecord: Encodable {
    /// The version of this output format.
    var format = 1
    let model: String
    /// Whether nothing was written.
    let isDryRun: Bool
    /// The versions that are retired, oldest first.
    let versions: [String]
    /// The versions that are no longer retired, oldest first.
    let restored: [String]
    /// The files that are removed.
    let removed: [String]
    /// Files that are kept, and what cannot be undone.
    let findings: [CheckReport.Finding]

    init(_ retired: Project.Retired, of model: String, isDryRun: Bool) {
        self.model = model
        self.isDryRun = isDryRun
        versions = retired.versions.map(\.description)
        restored = retired.restored.map(\.description)
        removed = retired.removed
        findings = retired.findings.map { CheckReport.Finding($0, isFixable: false) }
    }
}
