package import ApusDiagnostics
import ApusSchema

/// Detects changes to frozen versions and their mappings that bypassed the lock.
package struct LockCheck {
    private let files: HistoryFiles
    private let contents: HistoryFiles.Contents
    /// The digests of the schemas that could be read.
    private let schemas: [Schema.Version: String]
    /// The mappings that could be read, by the versions that they migrate to.
    private let mappings: [Schema.Version?: [Mapping]]
    /// The files of mappings, by their names.
    private let mappingFiles: [String: SourceFile]
    /// The index of each version's line.
    private let indexes: [Schema.Version: Int]
    private var findings = DiagnosticCollector()

    /// The number of lines that the next search for a line's predecessor looks at.
    private var searches: Int = 10_000

    private let restore = "restore it from version control; only 'apus freeze' and 'apus retire' write the lock"

    /// Creates a check of a model's files and what they say.
    package init(_ files: HistoryFiles, _ contents: HistoryFiles.Contents) {
        self.files = files
        self.contents = contents
        let digests: [(Schema.Version, String)] = Array(contents.schemas).concurrentMap {
            ($0.key, Digest.of($0.value))
        }
        schemas = Dictionary(uniqueKeysWithValues: digests)
        mappings = Dictionary(grouping: contents.mappings, by: \.to)
        mappingFiles = Dictionary(files.mappings.map { ($0.name, $0) }) { first, _ in first }
        indexes = Dictionary(contents.lock.lines.enumerated().map { ($1.version, $0) }) { first, _ in first }
    }

    /// Compares each line with the line above it and with its files.
    package mutating func check() -> [Diagnostic] {
        var previous: LockFile.Line?
        for line in contents.lock.lines {
            // A line that is wrong itself says nothing about its files.
            if checkChain(line, after: previous) {
                checkSchema(line)
                // A mapping from a retired version is retired with it.
                if previous?.retirement == nil { checkMapping(line, from: previous?.version) }
                checkDirectMappings(line, after: previous?.version)
            }
            previous = line
        }
        checkRetired()
        return findings.diagnostics
    }

    /// Returns whether a line was written after the line above it and is about files, and reports what was changed if it
    /// was not.
    private mutating func checkChain(_ line: LockFile.Line, after previous: LockFile.Line?) -> Bool {
        if chain(line, after: previous) == line.chain { return line.retirement == nil }
        let lines: [LockFile.Line] = contents.lock.lines
        let predecessor = previous.map { "the line of version \($0.version)" } ?? "the beginning"
        // One digest per line above and below takes long, so a file that is wrong everywhere is not searched to its end.
        let parent: LockFile.Line? = lines.prefix(searches).first { chain(line, after: $0) == line.chain }
        searches /= 2
        if parent != nil || previous != nil && chain(line, after: nil) == line.chain {
            let expected: String = parent.map { "the line of version \($0.version)" } ?? "the beginning"
            findings.error(
                "the line of version \(line.version) was written after \(expected), but comes after \(predecessor):"
                    + " lines were reordered, added or removed",
                at: line.location,
                help: [restore]
            )
            return false
        }
        let schema: String? = schemas[line.version]
        let mapping: String? = Digest.of(self.mapping(from: previous?.version, to: line.version))
        let direct: [LockFile.DirectMapping] = directMappings(to: line.version)
        let matchesFiles = line.schema == schema && line.mapping == mapping && line.direct == direct
        let real: String? = schema.map {
            Digest.chain(after: previous?.chain, line.version, schema: $0, mapping: mapping, direct: direct)
        }
        let what: String =
            if real == line.chain {
                "the digests in the line of version \(line.version) were edited; its files are unchanged"
            } else if matchesFiles {
                "the line of version \(line.version) does not continue \(predecessor):"
                    + " a line above it, or its last digest, was removed or edited"
            } else {
                "the line of version \(line.version) was edited"
            }
        findings.error(what, at: line.location, help: [restore])
        return false
    }

    private mutating func checkSchema(_ line: LockFile.Line) {
        guard let schema = schemas[line.version], schema != line.schema,
            let file = files.versions.first(where: { $0.name == "\(line.version).yaml" })
        else { return }
        findings.add(files.editedVersion(file, line.version))
    }

    /// Warns of files of retired versions, which nothing reads: a retirement was interrupted, or they were restored.
    private mutating func checkRetired() {
        let retired = contents.lock.retiredFiles
        guard let oldest = contents.lock.current.first?.version, !retired.versions.isEmpty else { return }
        let lines = Dictionary(contents.lock.lines.map { ("\($0.version).yaml", $0) }) { first, _ in first }
        for file in files.versions where retired.contain(file) {
            guard let line = lines[file.name] else { continue }
            let isFrozen = (try? files.schema(frozenIn: file, line).get()) != nil
            findings.warning(
                "version \(line.version) is retired, but its file is here and "
                    + (isFrozen ? "is as it was frozen" : "differs from what was frozen"),
                at: SourceLocation(file: file.path),
                help: ["to remove what is left, run 'apus retire --before \(oldest)'"]
                    + [
                        isFrozen
                            ? "to bring versions back from this one on, restore all their files and run 'apus retire --before "
                                + "\(line.version)'"
                            : "to bring the version back, restore the file from version control"
                    ]
            )
        }
        for file in files.mappings where retired.contain(file) {
            findings.warning(
                "the mapping is of a retired version, and is not read",
                at: SourceLocation(file: file.path),
                help: ["to remove what is left, run 'apus retire --before \(oldest)'"]
            )
        }
    }

    private mutating func checkMapping(_ line: LockFile.Line, from: Schema.Version?) {
        guard let from else {
            if line.mapping != nil {
                findings.error(
                    "version \(line.version) is the first one, but its line has the digest of a mapping",
                    at: line.location,
                    help: [restore]
                )
            }
            return
        }
        compare(line, from: from, with: line.mapping) { Digest.of($0) }
    }

    private mutating func checkDirectMappings(_ line: LockFile.Line, after previous: Schema.Version?) {
        let skipped = Set(
            line.direct.map(\.from) + mappings[line.version, default: []].map(\.from)
        ).filter { $0 != previous && isFrozen($0, before: line.version) }
        // A mapping from a retired version is retired with it.
        for from in skipped.sorted(by: { indexes[$0, default: 0] < indexes[$1, default: 0] })
        where contents.lock.lines[indexes[from, default: 0]].retirement == nil {
            compare(line, from: from, with: line.direct.first { $0.from == from }?.digest) { Digest.direct($0) }
        }
        for direct in line.direct where direct.from == previous || !isFrozen(direct.from, before: line.version) {
            findings.error(
                "the line of version \(line.version) has a direct mapping from version \(direct.from), which is not one of "
                    + "those that it could skip versions from",
                at: line.location,
                help: [restore]
            )
        }
    }

    /// Compares a mapping to a version with its digest in the version's line.
    private mutating func compare(
        _ line: LockFile.Line,
        from: Schema.Version,
        with locked: String?,
        _ digest: (Mapping) -> String?
    ) {
        let name: String = MappingFile.fileName(from: from, to: line.version)
        guard let file = mappingFiles[name] else {
            if locked != nil {
                findings.error(
                    "the mapping \(name) was removed after version \(line.version) was frozen",
                    at: line.location,
                    help: ["restore the file from version control"]
                )
            }
            return
        }
        // A mapping that cannot be read has already been reported.
        guard let mapping = self.mapping(from: from, to: line.version), digest(mapping) != locked else { return }
        let isNew = locked == nil
        findings.error(
            "the mapping was \(isNew ? "added" : "edited") after version \(line.version) was frozen",
            at: SourceLocation(file: file.path),
            help: [
                "stores may have been migrated with the frozen mapping:"
                    + (isNew ? " remove the file" : " restore the file from version control"),
                "to lock an imported mapping after its review, before any store is migrated with it, run "
                    + "'apus freeze --mapping \(from)-\(line.version)'",
            ]
        )
    }

    private func chain(_ line: LockFile.Line, after previous: LockFile.Line?) -> String {
        Digest.chain(
            after: previous?.chain,
            line.version,
            schema: line.schema,
            mapping: line.mapping,
            direct: line.direct
        )
    }

    private func directMappings(to version: Schema.Version) -> [LockFile.DirectMapping] {
        guard let those = mappings[version], let index = indexes[version] else { return [] }
        return those.directMappings(to: version, in: contents.lock.lines[..<index].map(\.version))
    }

    private func mapping(from: Schema.Version?, to: Schema.Version) -> Mapping? {
        mappings[to]?.first { $0.from == from }
    }

    /// Whether a version's line is above that of another one.
    private func isFrozen(_ version: Schema.Version, before other: Schema.Version) -> Bool {
        guard let index = indexes[version], let otherIndex = indexes[other] else { return false }
        return index < otherIndex
    }
}
