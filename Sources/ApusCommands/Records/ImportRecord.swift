/// What `apus import` imported, as JSON.
struct ImportRecord: Encodable {
    /// A version that was frozen.
    struct Version: Encodable {
        let version: String
        /// Its name in the bundle.
        let name: String
    }

    /// A stage whose mapping was written.
    struct Stage: Encodable {
        let from: String
        let to: String
        /// Whether no decision is left to make.
        let isDecided: Bool
        /// What the mapping says, for review.
        let review: [String]
    }

    /// The version of this output format.
    var format = 1
    let model: String
    /// Whether only a head was imported.
    let isHeadOnly: Bool
    /// The versions that were frozen, oldest first.
    let versions: [Version]
    /// The stages whose mappings are to be reviewed.
    let stages: [Stage]
    /// What was not imported as it is in the bundle.
    let findings: [CheckReport.Finding]
}
