/// What `apus schema --write` wrote, as JSON.
struct SchemaRecord: Encodable {
    /// The version of this output format.
    var format = 1
    /// The files that were not up to date, and are now; empty with `--check`.
    let written: [String]
}
