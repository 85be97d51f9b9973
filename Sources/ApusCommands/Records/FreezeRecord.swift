import ApusMigration
import ApusReports

/// What `apus freeze` did, as JSON.
struct FreezeRecord: Encodable {
    /// The version of this output format.
    var format = 1
    let model: String
    /// The new version; `null` if a mapping was locked.
    @OrNull var version: String?
    /// The file of the version and those of its mappings, or that of the mapping that was locked.
    let files: [String]
    /// The stage to the new version, in the form of `apus diff`; `null` for the first version.
    @OrNull var changes: Stage.Record?
}
