import ApusDiagnostics
import ApusSchema

/// Reads the files of a model and collects the findings.
struct HistoryReader {
    private let files: HistoryFiles
    private let extent: HistoryFiles.Extent
    private var findings = DiagnosticCollector()
    private var lock = LockFile()
    private var schemas: [Schema.Version: Schema] = [:]
    private var versionFiles: [Schema.Version: String] = [:]
    private var locations = ModelLocations()
    private let restore: String = "restore the file from version control"

    /// The schemas of frozen files that were already read without errors, by their texts.
    private let known: [String: Schema]

    init(_ files: HistoryFiles, _ extent: HistoryFiles.Extent, knowing known: [String: Schema] = [:]) {
        (self.files, self.extent, self.known) = (files, extent, known)
    }

    mutating func read() -> HistoryFiles.Contents {
        let lockProblems = readLock()
        // What is left of retired versions is not read. The check of the lock reports it.
        let retired = lock.retiredFiles
        let present = files.versions.filter { !retired.contain($0) }
        let needed: Set<String> = extent == .whole ? Set(present.map(\.name)) : neededFiles
        let versions = present.concurrentMap { [known] file in
            needed.contains(file.name) ? known[file.text].map { ($0, []) } ?? ModelFile.read([file]) : (nil, [])
        }
        let newest = lock.lines.last.flatMap { line in
            zip(present, versions).first { $0.0.name == "\(line.version).yaml" }?.1.0
        }
        let head = readHead(after: newest)
        findings.add(contentsOf: lockProblems)
        let lockIsWhole = !findings.diagnostics.contains { $0.location?.file == files.lock?.path }
        for (file, (schema, problems)) in zip(present, versions) { add(schema, problems, of: file) }
        if lockIsWhole { compareWithLock() }
        var mappings = MappingsReader(
            versions: lockIsWhole ? lock.current.map(\.version) : nil,
            schemas: schemas,
            head: head
        )
        for file in files.mappings where !retired.contain(file) { mappings.read(file) }
        findings.add(contentsOf: mappings.findings)
        let isHeadReadable = !findings.hasErrors
        let seedData = readSeedData(of: head)
        return HistoryFiles.Contents(
            history: findings.hasErrors ? nil : history(head),
            mappings: mappings.mappings,
            lock: lock,
            schemas: schemas,
            head: isHeadReadable ? head : nil,
            locations: locations,
            seedData: seedData,
            diagnostics: findings.diagnostics
        )
    }

    /// Reads the rows that ship with the head. If the head cannot be used, they are not checked against it.
    ///
    /// - Returns: The rows; `nil` if there is no file.
    private mutating func readSeedData(of head: Schema?) -> SeedRows? {
        guard let head, !files.data.isEmpty, !findings.hasErrors else { return nil }
        let (data, problems) = SeedDataFile.read(files.data, of: head)
        findings.add(contentsOf: problems)
        return data
    }

    /// The files of the versions that are read although not everything is: the newest one, and those that a stage back or
    /// to the head leads between, because no digest confirms its mapping.
    private var neededFiles: Set<String> {
        let newest: [Schema.Version] = lock.lines.suffix(1).map(\.version)
        let retired = lock.retiredFiles
        let unconfirmed: [Schema.Version] = files.mappings.flatMap { file -> [Schema.Version] in
            guard !retired.contain(file), let (from, to) = MappingFile.versions(ofFileName: file.name) else {
                return []
            }
            return to.map { $0 < from ? [from, $0] : [] } ?? [from]
        }
        return Set((newest + unconfirmed).map { "\($0).yaml" })
    }

    /// The history of what was read, and of what is read later.
    private func history(_ head: Schema?) -> History {
        let byName = Dictionary(files.versions.map { ($0.name, $0) }) { first, _ in first }
        let releases: [History.Release] = lock.current.compactMap { line in
            if let schema = schemas[line.version] {
                return History.Release(History.Entry(line.version, schema, digest: line.chain))
            }
            guard let file = byName["\(line.version).yaml"] else { return nil }
            return History.Release(line.version, digest: line.chain) { [files] in files.schema(frozenIn: file, line) }
        }
        let newest = lock.lines.last.flatMap { line in
            schemas[line.version].map { History.Entry(line.version, $0, digest: line.chain) }
        }
        return History(
            model: files.model,
            retired: lock.retiredVersions,
            before: newest == nil ? releases : releases.dropLast(),
            newest: newest,
            head: head
        )
    }

    private mutating func readLock() -> [Diagnostic] {
        guard let file = files.lock else { return [] }
        let (lock, problems) = LockFile.read(file)
        self.lock = lock
        return problems + lock.retirementProblems
    }

    private mutating func readHead(after newest: Schema?) -> Schema? {
        guard !files.heads.isEmpty else {
            findings.error(
                "the model '\(files.model)' has no schema to edit",
                at: SourceLocation(file: files.folder),
                help: ["write \(files.folder)/\(files.model).yaml, or copy the newest file from 'versions' to it"]
            )
            return nil
        }
        let contents = ModelFile.contents(of: files.heads, as: .head(after: newest))
        locations = contents.locations
        findings.add(contentsOf: contents.diagnostics)
        return checked(contents.schema, files.heads)
    }

    private mutating func checked(_ schema: Schema?, _ sources: [SourceFile]) -> Schema? {
        if let schema, schema.model != files.model, let first = sources.first {
            findings.error(
                "the file belongs to the model '\(schema.model)', but its folder belongs to '\(files.model)'",
                at: SourceLocation(file: first.path),
                help: ["write 'model: \(files.model)', or rename the folder"]
            )
        }
        return schema
    }

    private mutating func add(_ schema: Schema?, _ problems: [Diagnostic], of file: SourceFile) {
        let location = SourceLocation(file: file.path)
        guard let version = Schema.Version(String(file.name.dropLast(5))), "\(version).yaml" == file.name else {
            let canonical = Schema.Version(String(file.name.dropLast(5))).map { "name it '\($0).yaml'" }
            findings.error(
                "'\(file.name)' is not the name of a version",
                at: location,
                help: [
                    canonical
                        ?? "frozen versions are named '1.yaml', '1.2.yaml' or '1.2.3.yaml', with numbers of \(Int.digitsLimit)"
                ]
            )
            return
        }
        versionFiles[version] = file.path
        // A warning about a released version cannot be settled.
        findings.add(contentsOf: problems.filter { $0.severity == .error })
        schemas[version] = checked(schema, [file])
    }

    private mutating func compareWithLock() {
        let locked = Set(lock.lines.map(\.version))
        for (version, path) in versionFiles.sorted(by: { $0.key < $1.key }) where !locked.contains(version) {
            findings.error(
                "version \(version) is not in the lock, so it was not frozen",
                at: SourceLocation(file: path),
                help: [
                    "if it was released, restore \(files.folder)/\(LockFile.name) from version control",
                    "otherwise remove the file, and let 'apus freeze' write it",
                ]
            )
        }
        for line in lock.current where versionFiles[line.version] == nil {
            findings.error(
                "version \(line.version) was frozen, but \(files.folder)/versions/\(line.version).yaml is missing",
                at: line.location,
                help: [restore]
            )
        }
    }
}
