public import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import Foundation

extension Project {
    /// What finishing a merge did.
    public struct Merged: Sendable {
        /// What was done, a line each.
        public fileprivate(set) var done: [String] = []
        /// What is left to decide.
        public fileprivate(set) var findings: [Diagnostic] = []
    }

    /// Finishes a merge that git has stopped in or just committed, for all models of the project: versions that both sides froze, their
    /// locks, the mappings, and heads that still have git's marks.
    ///
    /// The versions of one side stay what they are; those of the other one get the next numbers, and say with their
    /// changes what the first ones say. Files that a person has put together already are left alone.
    ///
    /// - Parameter keepsTheirs: Whether theirs stay; where it is `nil`, ours do, but for theirs that are on the branch that
    ///   everybody shares already.
    /// - Returns: What was done and what is left; `nil` where git is in no merge and the newest commit is none.
    /// - Throws: `GitError`; `DiagnosticsError` where a side cannot be read or a file cannot be written. A model whose
    ///   files cannot all be written is as it was.
    public func finishMerge(keepingTheirs keepsTheirs: Bool? = nil) throws -> Merged? {
        guard let merge = try GitMerge(in: folder) else { return nil }
        var merged = Merged()
        let root: GitPath = merge.repository.prefix
        let names: Set<String> = try Set(
            [merge.ours, merge.theirs].flatMap { tree in
                try tree.contents(of: root.child("Schemas")).filter { $0.kind == .folder }.map(\.name)
            }
        )
        for name in names.sorted() {
            // A model that one side has alone has nothing to be put together.
            let isOnBoth: Bool = try [merge.ours, merge.theirs].allSatisfy { tree in
                try tree.entry(at: root.child("Schemas").child(name)) != nil
            }
            if isOnBoth { try finish(name, merge, keepsTheirs ?? merge.isTheirsShared, &merged) }
        }
        return merged
    }

    private func finish(_ model: String, _ merge: GitMerge, _ keepsTheirs: Bool, _ merged: inout Merged) throws {
        let sides: [HistoryFiles?] = try [merge.base, merge.ours, merge.theirs].map { tree in
            try tree.flatMap { try files(of: model, $0, merge.repository.prefix) }
        }
        guard let ours = sides[1], let theirs = sides[2] else { return }
        if ours == theirs.relocated(like: ours), !merge.concerns(model) { return }
        let (first, second) = keepsTheirs ? (theirs, ours) : (ours, theirs)
        let (one, other) = (HistoryMerge.Side(first), HistoryMerge.Side(second))
        let errors: [Diagnostic] = [one, other].flatMap { $0.contents.diagnostics.filter { $0.severity == .error } }
        guard errors.isEmpty, let mine = one.contents.history?.head, let yours = other.contents.history?.head else {
            throw DiagnosticsError(errors)
        }
        let base: HistoryMerge.Side? = sides[0].map(HistoryMerge.Side.init)
        let name: String = keepsTheirs ? "ours" : "theirs"
        var history = HistoryMerge(model: model, base: base, first: one, second: other, called: name)
        let isSettled: Bool = history.mergeVersions()
        guard isSettled else {
            merged.findings += history.findings
            return
        }
        if hasMore(than: history.lines, model) { return }
        let old: Schema = base?.contents.history?.head ?? Schema(model: model)
        let released = history.released
        let heads: SchemaMerge? = Matching.through([old] + released.first + [mine]).flatMap { one in
            Matching.through([old] + released.second + [yours]).map { SchemaMerge(one, $0) }
        }
        let headMapping: MergedFile? = history.headMapping(heads)
        merged.findings += history.findings
        let (before, after) = keepsTheirs ? (released.second, released.first) : (released.first, released.second)
        let wrote: [String] = try write(model, history, headMapping, sides, released: (before, after), merge, &merged)
        if wrote.isEmpty { return }
        merged.done +=
            history.renumbered.map { "\(model): version \($0.before) of \(name) is version \($0.now) now" } + wrote
    }

    /// Writes the files of a model that are others than those on the disk, and says which.
    private func write(
        _ model: String,
        _ history: HistoryMerge,
        _ headMapping: MergedFile?,
        _ sides: [HistoryFiles?],
        released: (ours: [Schema], theirs: [Schema]),
        _ merge: GitMerge,
        _ merged: inout Merged
    ) throws -> [String] {
        let schemas: URL = self.schemas.appending(path: model)
        let mappings: URL = migrations.appending(path: model)
        var wanted: [(url: URL, text: String)] = []
        wanted += history.versions.map { (schemas.appending(path: "versions").appending(path: $0.path), $0.text) }
        let first: HistoryFiles = history.first.files
        wanted += first.versions.map { (schemas.appending(path: "versions").appending(path: $0.name), $0.text) }
        wanted += history.mappings.map { (mappings.appending(path: $0.path), $0.text) }
        let taken: Set<String> = Set(history.mappings.map(\.path))
        wanted += first.mappings.filter { !$0.name.hasSuffix("-head.yaml") && !taken.contains($0.name) }
            .map { (mappings.appending(path: $0.name), $0.text) }
        if !history.lines.isEmpty {
            wanted.append((schemas.appending(path: LockFile.name), LockFile(lines: history.lines).write()))
        }
        var open: [URL] = []
        let headName: String = MappingFile.fileName(from: history.lines.last?.version ?? Schema.Version(0), to: nil)
        if let headMapping {
            let url: URL = mappings.appending(path: headName)
            if isOpen(url, merge) || disk.kind(of: url) == .nothing {
                wanted.append((url, headMapping.text))
                merged.findings += headMapping.findings
                if !headMapping.findings.isEmpty { open.append(url) }
            }
        }
        for file in try headFiles(sides, merge, released: released) {
            let url: URL = schemas.appending(path: file.name)
            wanted.append((url, file.merged.text))
            merged.findings += file.merged.findings
            if !file.merged.findings.isEmpty { open.append(url) }
        }
        // What has another name now, or was consumed by a version.
        let kept: Set<String> = Set(wanted.map(\.url.plainPath))
        let stale: [URL] = sides.compactMap { $0 }.flatMap { side in
            side.mappings.map { mappings.appending(path: $0.name) }
                + side.versions.map { schemas.appending(path: "versions").appending(path: $0.name) }
        }.filter { url in
            !kept.contains(url.plainPath) && disk.kind(of: url) == .file
                && !(url.lastPathComponent == headName && headMapping != nil)
        }
        var change = FileChange(disk: disk)
        var written: [URL] = []
        do {
            for (url, text) in wanted {
                var ignored = DiagnosticCollector()
                let before: String? = disk.kind(of: url) == .nothing ? nil : disk.read(url, into: &ignored)?.text
                if before == text { continue }
                if before == nil, disk.kind(of: url) == .nothing {
                    try change.create(url, text)
                } else {
                    try change.replace(url, text)
                }
                written.append(url)
            }
            for url in Set(stale.map(\.plainPath)).sorted().map({ URL(fileURLWithPath: $0) }) {
                try change.remove(url)
                written.append(url)
            }
        } catch {
            change.undo()
            throw error
        }
        let settled: [URL] = (wanted.map(\.url) + written).filter { !open.contains($0) }
        try merge.add(
            merged.findings.isEmpty ? settled : settled.filter { merge.isUnmerged($0, in: self) && !open.contains($0) }
        )
        return written.map { "\(disk.kind(of: $0) == .nothing ? "removed" : "wrote") \(disk.shown($0))" }
    }

    /// Whether a version was frozen since the merge, on the disk alone: what was left then is settled.
    private func hasMore(than lines: [LockFile.Line], _ model: String) -> Bool {
        var ignored = DiagnosticCollector()
        let file: SourceFile? = disk.read(schemas.appending(path: model).appending(path: LockFile.name), into: &ignored)
        guard let (lock, findings) = file.map(LockFile.read), findings.isEmpty else { return false }
        let chains: [String] = lock.lines.map(\.chain)
        return chains.count > lines.count && chains.starts(with: lines.map(\.chain))
    }

    /// The files of the head that git left with marks, put together.
    private func headFiles(
        _ sides: [HistoryFiles?],
        _ merge: GitMerge,
        released: (ours: [Schema], theirs: [Schema])
    ) throws -> [(name: String, merged: MergedFile)] {
        var files: [(name: String, merged: MergedFile)] = []
        for file in sides[1]?.heads ?? [] {
            let url: URL = schemas.appending(path: sides[1]?.model ?? "").appending(path: file.name)
            guard isOpen(url, merge), let theirs = sides[2]?.heads.first(where: { $0.name == file.name }) else {
                continue
            }
            let base: SourceFile? = sides[0]?.heads.first { $0.name == file.name }
            let shown: String = disk.shown(url)
            let result: MergedFile? = ModelFile.merge(
                base: SourceFile(path: shown, text: base?.text ?? ""),
                ours: SourceFile(path: shown, text: file.text),
                theirs: SourceFile(path: shown, text: theirs.text),
                released: released
            )
            if let result { files.append((file.name, result)) }
        }
        return files
    }

    /// Whether git could not put a file together, and nobody has since.
    private func isOpen(_ url: URL, _ merge: GitMerge) -> Bool {
        guard merge.isUnmerged(url, in: self) else { return false }
        var ignored = DiagnosticCollector()
        guard let text = disk.read(url, into: &ignored)?.text else { return true }
        return text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("<<<<<<<") }
    }

    /// The files of a model at a commit; `nil` where it has none.
    private func files(of model: String, _ tree: GitTree, _ root: GitPath) throws -> HistoryFiles? {
        var findings = DiagnosticCollector()
        func read(_ folder: GitPath) throws -> [SourceFile] {
            try tree.contents(of: folder).filter { $0.kind == .file && $0.name.hasSuffix(".yaml") }
                .compactMap { try tree.read($0, into: &findings) }
        }
        let folder: GitPath = root.child("Schemas").child(model)
        guard try tree.entry(at: folder) != nil else { return nil }
        let lock: GitEntry? = try tree.entry(at: folder.child(LockFile.name))
        let files = HistoryFiles(
            model: model,
            folder: "\(tree.source)\(folder)",
            heads: try read(folder),
            versions: try read(folder.child("versions")),
            lock: try lock.flatMap { try tree.read($0, into: &findings) },
            mappings: try read(root.child("Migrations").child(model))
        )
        try findings.throwIfErrors()
        return files
    }
}

extension GitMerge {
    /// Whether git could not put a file of a model together.
    fileprivate func concerns(_ model: String) -> Bool {
        let folders: [GitPath] = ["Schemas", "Migrations"].map { repository.prefix.child($0).child(model) }
        return unmerged.contains { path in folders.contains { path.parts.starts(with: $0.parts) } }
    }

    fileprivate func isUnmerged(_ url: URL, in project: Project) -> Bool {
        let names: [String] = Array(
            url.standardizedFileURL.pathComponents.dropFirst(project.folder.pathComponents.count)
        )
        return unmerged.contains(GitPath(repository.prefix.parts + names))
    }
}

extension HistoryFiles {
    /// The same texts as files of another side, to be compared with it.
    fileprivate func relocated(like other: HistoryFiles) -> HistoryFiles {
        func files(_ own: [SourceFile], _ others: [SourceFile]) -> [SourceFile] {
            own.map { file in
                SourceFile(path: others.first { $0.name == file.name }?.path ?? file.path, text: file.text)
            }
        }
        return HistoryFiles(
            model: model,
            folder: other.folder,
            heads: files(heads, other.heads),
            versions: files(versions, other.versions),
            lock: lock.map { SourceFile(path: other.lock?.path ?? $0.path, text: $0.text) },
            mappings: files(mappings, other.mappings)
        )
    }
}
