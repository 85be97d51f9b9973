/// What `apus load` loaded, as JSON.
struct LoadRecord: Encodable {
    /// A file that was loaded.
    struct File: Encodable {
        let file: String
        let rows: Int
        /// The number of rows that are new objects.
        let inserted: Int
        /// The number of rows that changed an object.
        let updated: Int
    }

    /// The version of this output format.
    var format = 1
    let store: String
    /// Whether the rows were only checked.
    let isDryRun: Bool
    /// The files, each loaded completely.
    var files: [File] = []
    /// Why the file after these was not loaded, and with it all that follow; left out if all were.
    var failure: FailureReport?

    init(store: String, isDryRun: Bool) {
        self.store = store
        self.isDryRun = isDryRun
    }
}
