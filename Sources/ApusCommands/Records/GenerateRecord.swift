import ApusCodegen

/// What `apus generate` wrote, would write or prints, as JSON.
struct GenerateRecord: Encodable {
    /// A generated file.
    struct File: Encodable {
        let name: String
        /// `added`, `changed`, `removed`, or `obstructed` by a file that was not generated; `printed` with `--print`.
        let state: String
        /// The source, with `--print`.
        let contents: String?
    }

    /// The version of this output format.
    var format = 1
    /// The folder of the classes; `null` with `--print`.
    @OrNull var folder: String?
    /// Whether the files were written and removed.
    let isDone: Bool
    /// The files that are not up to date, or were not, in the order of their names; all files with `--print`.
    let files: [File]

    init(_ plan: OutputPlan, in folder: String, isDone: Bool) {
        self.folder = folder
        self.isDone = isDone
        let actions = plan.actions.map { action in
            let state =
                switch action {
                case .add: "added"
                case .change: "changed"
                case .remove: "removed"
                }
            return File(name: action.name, state: state, contents: nil)
        }
        files = actions + plan.obstacles.map { File(name: $0, state: "obstructed", contents: nil) }
    }

    init(printing files: [GeneratedFile]) {
        isDone = false
        self.files = files.map { File(name: $0.name, state: "printed", contents: $0.contents) }
    }
}
