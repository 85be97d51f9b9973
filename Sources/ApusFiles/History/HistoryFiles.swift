package import ApusDiagnostics
package import ApusSchema

/// The files of a model's folders, in memory.
package struct HistoryFiles: Hashable, Sendable {
    /// The model's name, which is also its folder's.
    package let model: String
    /// The model's folder as messages show it.
    package let folder: String
    /// The head's files: `Schemas/<Model>/*.yaml`.
    package let heads: [SourceFile]
    /// The frozen versions: `Schemas/<Model>/versions/*.yaml`.
    package let versions: [SourceFile]
    /// The lock, if there is one: `Schemas/<Model>/versions.lock`.
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

    /// The contents of the files.
    package struct Contents: Hashable, Sendable {
        /// The history; `nil` if a finding is an error. The digest of an entry is the chain of its line in the lock.
        package let history: History?
        /// The mappings of the history's stages.
        package let mappings: [Mapping]
        /// The lock, with the lines that could be read.
        package let lock: LockFile
        /// The frozen schemas that could be read, even if the history could not.
        package let schemas: [Schema.Version: Schema]
        /// The locations of the head's elements.
        package let locations: ModelLocations
        /// The findings about all files.
        package let diagnostics: [Diagnostic]

        /// The contents of unreadable files.
        package static let unreadable = Contents(
            history: nil,
            mappings: [],
            lock: LockFile(),
            schemas: [:],
            locations: ModelLocations(),
            diagnostics: []
        )

        /// The same contents without the history.
        package var withoutHistory: Contents {
            Contents(
                history: nil,
                mappings: mappings,
                lock: lock,
                schemas: schemas,
                locations: locations,
                diagnostics: diagnostics
            )
        }
    }

    /// Reads the files.
    ///
    /// The versions are in the order of the lock. A version that is not in the lock, a missing version, a mapping
    /// between versions that do not follow each other, and files of another model are errors. The digests are not
    /// checked.
    ///
    /// - Returns: The contents of the files.
    package func read() -> Contents { read(like: []) }

    /// Reads the files, and reuses the schemas of frozen files that were already read without errors.
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
