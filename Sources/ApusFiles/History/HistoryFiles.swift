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
    /// The seed data of the head: `Schemas/<Model>/data/*.yaml` and `*.json`.
    package let data: [SourceFile]

    /// Creates the files of a model.
    package init(
        model: String,
        folder: String,
        heads: [SourceFile],
        versions: [SourceFile] = [],
        lock: SourceFile? = nil,
        mappings: [SourceFile] = [],
        data: [SourceFile] = []
    ) {
        self.model = model
        self.folder = folder
        self.heads = heads
        self.versions = versions
        self.lock = lock
        self.mappings = mappings
        self.data = data
    }

    /// How much of the files is read.
    package enum Extent: Hashable, Sendable {
        /// Everything is read and checked.
        case whole
        /// The head, the newest version and the mappings are read. A version that is frozen by the lock was valid then,
        /// so it is read when the history is asked for it, and compared with its digest only.
        case asNeeded
    }

    /// The contents of the files.
    package struct Contents: Hashable, Sendable {
        /// The history; `nil` if a finding is an error. The digest of an entry is the chain of its line in the lock.
        package let history: History?
        /// The mappings of the history's stages.
        package let mappings: [Mapping]
        /// The lock, with the lines that could be read.
        package let lock: LockFile
        /// The frozen schemas that were read and could be, even if the history could not.
        package let schemas: [Schema.Version: Schema]
        /// The head; `nil` if its files, or those that it depends on, cannot be read. It is there if only the seed data is wrong.
        package var head: Schema?
        /// The locations of the head's elements.
        package let locations: ModelLocations
        /// The rows that ship with the head.
        package var seedData: SeedRows?
        /// The findings about all files.
        package let diagnostics: [Diagnostic]

        /// The frozen versions that were read, in the order of the lock.
        package var entries: [History.Entry] {
            lock.lines.compactMap { line in
                schemas[line.version].map { History.Entry(line.version, $0, digest: line.chain) }
            }
        }

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
                head: head,
                locations: locations,
                seedData: seedData,
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
    /// - Parameter extent: What is read and checked.
    /// - Returns: The contents of the files.
    package func read(_ extent: Extent = .whole) -> Contents {
        var reader = HistoryReader(self, extent)
        return reader.read()
    }

    /// Reads the mappings again; everything else is as it was read before.
    ///
    /// - Parameters:
    ///   - before: The files whose contents are known. They had no errors.
    ///   - contents: Their contents.
    /// - Returns: The contents of these files; `nil` if more than mappings has changed, or has to be read.
    package func read(mappingsSince before: HistoryFiles, _ contents: Contents) -> Contents? {
        guard heads == before.heads, versions == before.versions, lock == before.lock, data == before.data,
            let history = contents.history
        else { return nil }
        let known = Set(before.mappings.map(\.name))
        let retired = contents.lock.retiredFiles
        var reader = MappingsReader(
            versions: contents.lock.current.map(\.version),
            schemas: contents.schemas,
            head: contents.head
        )
        for file in mappings where !retired.contain(file) {
            // A mapping that was not there may need a version that was not read.
            if !known.contains(file.name) {
                let ends = MappingFile.versions(ofFileName: file.name)
                guard let ends, [ends.from, ends.to].compactMap(\.self).allSatisfy({ contents.schemas[$0] != nil })
                else {
                    return nil
                }
            }
            reader.read(file)
        }
        let paths = Set(before.mappings.map(\.path))
        let others = contents.diagnostics.filter { finding in finding.location.map { !paths.contains($0.file) } ?? true
        }
        let isSound = !reader.findings.contains { $0.severity == .error }
        return Contents(
            history: isSound ? history : nil,
            mappings: reader.mappings,
            lock: contents.lock,
            schemas: contents.schemas,
            head: contents.head,
            locations: contents.locations,
            seedData: contents.seedData,
            diagnostics: others + reader.findings
        )
    }

    /// Reads the files, and reuses the schemas of frozen files that were already read without errors.
    package func read(like others: [(files: HistoryFiles, contents: Contents)]) -> Contents {
        var known: [String: Schema] = [:]
        for (files, contents) in others where contents.history != nil {
            for file in files.versions {
                let version = Schema.Version(String(file.name.dropLast(".yaml".count)))
                known[file.text] = version.flatMap { contents.schemas[$0] }
            }
        }
        var reader = HistoryReader(self, .whole, knowing: known)
        return reader.read()
    }
}
