package import ApusDiagnostics
package import ApusSchema

/// The files of one model, in memory: what a model's folders hold.
package struct HistoryFiles: Hashable, Sendable {
    /// The model's name, which is its folder's.
    package let model: String
    /// The model's folder as messages show it.
    package let folder: String
    /// The head's files: `Schemas/<Model>/*.yaml`.
    package let heads: [SourceFile]
    /// The frozen versions: `Schemas/<Model>/versions/*.yaml`.
    package let versions: [SourceFile]
    /// The lock, where there is one: `Schemas/<Model>/versions.lock`.
    package let lock: SourceFile?
    /// The mappings: `Migrations/<Model>/*.yaml`.
    package let mappings: [SourceFile]

    /// Creates the files of a model.
    package init(
        model: String,
        folder: String,
        heads: [SourceFile],
        versions: [SourceFile] = [],
        lock: SourceFile? = nil,
        mappings: [SourceFile] = []
    ) {
        self.model = model
        self.folder = folder
        self.heads = heads
        self.versions = versions
        self.lock = lock
        self.mappings = mappings
    }

    /// What the files say.
    package struct Contents: Hashable, Sendable {
        /// The history, `nil` where a finding is an error. An entry's digest is the chain of its line in the lock.
        package let history: History?
        /// The mappings of the history's stages.
        package let mappings: [Mapping]
        /// The lock, with the lines that could be read.
        package let lock: LockFile
        /// The frozen schemas that could be read, also where the history could not.
        package let schemas: [Schema.Version: Schema]
        /// Where the head's elements stand.
        package let places: ModelPlaces
        /// The findings about all files.
        package let diagnostics: [Diagnostic]

        /// What is said by files that could not be read.
        package static let unreadable = Contents(
            history: nil,
            mappings: [],
            lock: LockFile(),
            schemas: [:],
            places: ModelPlaces(),
            diagnostics: []
        )

        /// The same contents where a history must not be made of them.
        package var withoutHistory: Contents {
            Contents(
                history: nil,
                mappings: mappings,
                lock: lock,
                schemas: schemas,
                places: places,
                diagnostics: diagnostics
            )
        }
    }

    /// Reads the files.
    ///
    /// The order of the versions is the lock's. A version without a line, a line without its version, a mapping of
    /// versions that do not follow each other, files of another model: each is an error. The digests are not checked.
    ///
    /// - Returns: What the files say.
    package func read() -> Contents { read(like: []) }

    /// Reads the files; frozen ones with the text of a file that was read already, without errors, say what that one says.
    package func read(like others: [(files: HistoryFiles, contents: Contents)]) -> Contents {
        var known: [String: Schema] = [:]
        for (files, contents) in others where contents.history != nil {
            for file in files.versions {
                let version = Schema.Version(String(file.name.dropLast(".yaml".count)))
                known[file.text] = version.flatMap { contents.schemas[$0] }
            }
        }
        var reader = HistoryReader(self, knowing: known)
        return reader.read()
    }
}
