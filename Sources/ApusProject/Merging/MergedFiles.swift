import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
import ApusSchema
import Foundation

/// Writes the files of a model's merged history. Files that the user has edited are never overwritten or removed.
struct MergedFiles {
    private let project: Project
    private let model: String
    /// The files on each side.
    private let sides: [HistoryFiles]
    private let history: HistoryMerge
    /// Whether the merge is already committed.
    private let isOver: Bool
    /// Whether a file equals its staged version.
    private let isStaged: (URL) -> Bool
    private var wanted: [(url: URL, text: String)] = []
    private var unwanted: [URL] = []
    /// The conflicts and warnings.
    var findings: [Diagnostic] = []
    /// The files that are resolved.
    private(set) var settled: [URL] = []

    init(of model: String, in project: Project, sides: [HistoryFiles], history: HistoryMerge, merge: GitMerge) {
        (self.project, self.model, self.sides) = (project, model, sides)
        (self.history, isOver) = (history, merge.isOver)
        isStaged = merge.isStaged
    }

    private var folder: URL { project.schemas.appending(path: model) }
    private var versions: URL { folder.appending(path: "versions") }
    private var mappings: URL { project.migrations.appending(path: model) }
    private var lock: URL { folder.appending(path: LockFile.name) }

    private func text(_ url: URL) -> String? {
        var ignored = DiagnosticCollector()
        return project.disk.kind(of: url) == .nothing ? nil : project.disk.read(url, into: &ignored)?.text
    }

    private static func isMarked(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>") }
    }

    /// Whether a file equals that of a side, or still has git's conflict markers: the user has not edited it.
    private func isUntouched(_ url: URL, _ files: (HistoryFiles) -> [SourceFile]) -> Bool {
        text(url).map(Self.isMarked) == true || isOfASide(url, files)
    }

    /// Whether a file equals that of a side, or does not exist.
    private func isOfASide(_ url: URL, _ files: (HistoryFiles) -> [SourceFile]) -> Bool {
        guard let text = text(url) else { return true }
        return sides.contains { files($0).contains { $0.name == url.lastPathComponent && $0.text.isSame(as: text) } }
    }

    /// Whether the lock is as the merge left it. Otherwise the user has continued since, and nothing must be changed.
    func canBegin() -> Bool {
        let text: String? = text(lock)
        let lines: [LockFile.Line] = text.map { LockFile.read(SourceFile(path: "", text: $0)).lock.lines } ?? []
        // Git merges the lines of retired versions with those that were added below them.
        let isMerged = text.map(Self.isMarked) == false && lines.map(\.description) == history.lines.map(\.description)
        guard isMerged || isUntouched(lock, { [$0.lock].compactMap { $0 } }) else { return false }
        // In a merge that git considered clean, the merge driver has already merged the locks.
        return !isOver || lines.map(\.chain) == history.lines.map(\.chain)
    }

    /// Adds the versions of both sides, the mappings between them and the lock, and removes files of renumbered
    /// versions.
    mutating func addVersions() {
        let first: HistoryFiles = history.first.files
        wanted += first.versions.map { (versions.appending(path: $0.name), $0.text) }
        wanted += history.versions.map { (versions.appending(path: $0.path), $0.text) }
        wanted += history.mappings.map { (mappings.appending(path: $0.path), $0.text) }
        addFrozenMappings(of: first)
        if !history.lines.isEmpty { wanted.append((lock, LockFile(lines: history.lines).write())) }
        let kept = Set(wanted.map(\.url.plainPath))
        for file in history.second.files.versions {
            let url: URL = versions.appending(path: file.name)
            if !kept.contains(url.plainPath) { discard(url) { $0.versions } }
        }
        let firstNames = Set(first.mappings.map(\.name))
        for file in history.second.files.mappings where !firstNames.contains(file.name) {
            let url: URL = mappings.appending(path: file.name)
            guard let (from, to) = MappingFile.versions(ofFileName: file.name), !kept.contains(url.plainPath) else {
                continue
            }
            let isRenumbered = [from, to].contains { $0.map(self.isRenumbered) ?? false }
            let isDirect = !history.headMappingNames.contains(file.name) && history.second.isDirect(from, to)
            if isDirect, to.map({ $0 < from }) ?? true {
                // No lock has it, so it stays as it is unless it would be about other versions.
                if isRenumbered { findings.append(directMappingOfOtherVersions(url)) }
            } else if let to, isRenumbered || !areNeighbours(from, to) {
                discard(url) { $0.mappings }
            }
        }
        addBackwardMappings(of: first)
        removeRetired()
    }

    /// Removes the files of versions that one side retired and that the other side still has.
    private mutating func removeRetired() {
        let retired = LockFile(lines: history.lines).retiredFiles
        wanted.removeAll { retired.contain(SourceFile(path: $0.url.plainPath, text: "")) }
        var seen = Set(unwanted.map(\.plainPath))
        for side in [history.first.files, history.second.files] {
            for file in side.versions where retired.contain(file) {
                let url = versions.appending(path: file.name)
                if seen.insert(url.plainPath).inserted { discard(url) { $0.versions } }
            }
            for file in side.mappings where retired.contain(file) {
                let url = mappings.appending(path: file.name)
                if seen.insert(url.plainPath).inserted { discard(url) { $0.mappings } }
            }
        }
    }

    /// Adds the first side's mappings to older versions that the second side has under the same names for other
    /// versions.
    private mutating func addBackwardMappings(of first: HistoryFiles) {
        for file in first.mappings {
            guard let (from, to) = MappingFile.versions(ofFileName: file.name), let to, from > to,
                [from, to].contains(where: isRenumbered),
                !wanted.contains(where: { $0.url.lastPathComponent == file.name })
            else { continue }
            wanted.append((mappings.appending(path: file.name), file.text))
        }
    }

    /// Adds the mappings that the first side locked. Git may have merged edits of a head mapping into one of them.
    private mutating func addFrozenMappings(of first: HistoryFiles) {
        for (older, newer) in zip(history.lines, history.lines.dropFirst()) {
            addFrozenMapping(of: first, from: older.version, to: newer.version) { Digest.of($0) == newer.mapping }
        }
        for line in history.lines {
            for direct in line.direct {
                addFrozenMapping(of: first, from: direct.from, to: line.version) {
                    Digest.direct($0) == direct.digest
                }
            }
        }
    }

    private mutating func addFrozenMapping(
        of first: HistoryFiles,
        from: Schema.Version,
        to: Schema.Version,
        _ isLocked: (Mapping) -> Bool
    ) {
        let name: String = MappingFile.fileName(from: from, to: to)
        let url: URL = mappings.appending(path: name)
        guard let file = first.mappings.first(where: { $0.name == name }), !wanted.contains(where: { $0.url == url })
        else { return }
        let read: Mapping? = text(url).flatMap { text in
            MappingFile.read(SourceFile(path: name, text: text), from: from, to: to).mapping
        }
        // Comments may differ.
        if let read, isLocked(read) { return }
        wanted.append((url, file.text))
    }

    private func directMappingOfOtherVersions(_ url: URL) -> Diagnostic {
        .error(
            "this direct mapping is of versions that have other numbers now",
            at: SourceLocation(file: project.disk.shown(url)),
            help: ["rename it after their new numbers, and run 'apus check'"]
        )
    }

    private func isRenumbered(_ version: Schema.Version) -> Bool {
        history.renumbered.contains { $0.before == version }
    }

    private func areNeighbours(_ one: Schema.Version, _ other: Schema.Version) -> Bool {
        let versions: [Schema.Version] = history.lines.map(\.version)
        return zip(versions, versions.dropFirst()).contains { [$0, $1] == [one, other] || [$1, $0] == [one, other] }
    }

    /// Removes a file if it equals that of a side, or else reports it.
    private mutating func discard(_ url: URL, _ files: (HistoryFiles) -> [SourceFile]) {
        guard text(url) != nil else { return }
        if isUntouched(url, files) {
            unwanted.append(url)
        } else {
            findings.append(
                .error(
                    "this file is for a version that no longer exists, but was edited",
                    at: SourceLocation(file: project.disk.shown(url)),
                    help: ["move what you still need, and remove the file"]
                )
            )
        }
    }

    // MARK: The head

    /// Merges the head again if the versions between show more about its elements than their names, which are all that
    /// git's merge driver sees.
    ///
    /// - Parameters:
    ///   - base: The files of the common ancestor.
    ///   - versions: The versions from there to each side.
    mutating func addHead(from base: HistoryFiles?, _ versions: (ours: [Schema], theirs: [Schema])) {
        let names = Set(sides.flatMap { $0.heads.map(\.name) })
        guard let base, let name = names.first, names.count == 1, sides.count == 3,
            !versions.ours.isEmpty || !versions.theirs.isEmpty
        else { return }
        let url: URL = folder.appending(path: name)
        func file(_ side: HistoryFiles) -> SourceFile {
            SourceFile(path: project.disk.shown(url), text: side.heads.first?.text ?? "")
        }
        let (old, ours, theirs) = (file(base), file(sides[1]), file(sides[2]))
        guard let known = ModelFile.merge(base: old, ours: ours, theirs: theirs) else { return }
        guard let merged = ModelFile.merge(base: old, ours: ours, theirs: theirs, through: versions) else {
            if known.findings.isEmpty { findings.append(Self.unfollowed(url, project)) }
            return
        }
        let (seen, meant) = (schema(known), schema(merged))
        if let seen, let meant, seen.means(meant) || known.text == merged.text { return }
        if text(url) == known.text {
            wanted.append((url, merged.text))
            findings += merged.findings
        } else if let head, let meant, !meant.means(head) {
            findings.append(Self.unfollowed(url, project))
        }
    }

    private func schema(_ merged: MergedFile) -> Schema? {
        merged.findings.isEmpty ? ModelFile.read([SourceFile(path: "", text: merged.text)], as: headRole).schema : nil
    }

    private static func unfollowed(_ url: URL, _ project: Project) -> Diagnostic {
        .warning(
            "the head was merged by the names of its elements, but versions between renamed or reused these names",
            at: SourceLocation(file: project.disk.shown(url)),
            help: ["run 'apus diff' and check that every difference from the newest version is intended"]
        )
    }

    // MARK: The head's mapping

    private var headMapping: URL {
        mappings.appending(path: MappingFile.fileName(from: history.lines.last?.version ?? Schema.Version(0), to: nil))
    }

    /// The head after writing, or `nil` if it has errors.
    var head: Schema? {
        var ignored = DiagnosticCollector()
        let files: [URL] = project.disk.contents(of: folder, into: &ignored).filter { $0.pathExtension == "yaml" }
        return ModelFile.read(
            files.compactMap { url in
                let new: String? = wanted.first { $0.url.plainPath == url.plainPath }?.text
                return new.map { SourceFile(path: url.plainPath, text: $0) } ?? project.disk.read(url, into: &ignored)
            },
            as: headRole
        ).schema
    }

    private var headRole: ModelFile.Role { .head(after: history.entries.last?.schema) }

    /// Whether a head mapping must start at another version and was not edited. Stale head mappings are discarded then.
    mutating func canMoveHeadMapping() -> Bool {
        let names = Set(sides.flatMap { $0.mappings.map(\.name) }).filter { name in
            history.headMappingNames.contains(name) && name != headMapping.lastPathComponent
        }
        let stale: [URL] = names.sorted().map { mappings.appending(path: $0) }.filter { text($0) != nil }
        // A head mapping that became a version's on our side may have been edited on theirs. In a committed merge it
        // may have been left out on purpose, unless git has merged such edits into the version's mapping.
        let consumed = !isOver && !history.renumbered.isEmpty
        let isFree = text(headMapping) == nil
        guard isFree || (!stale.isEmpty && isOfASide(headMapping) { $0.mappings }),
            !stale.isEmpty || consumed || (isConsumed(names) && (!isOver || hasStrayEdits))
        else { return false }
        let before: (found: Int, unwanted: [URL]) = (findings.count, unwanted)
        for url in stale { discard(url) { $0.mappings } }
        if findings.count == before.found { return true }
        // A mapping is only removed if another one replaces it.
        unwanted = before.unwanted
        return false
    }

    /// Whether a mapping between the first side's versions differs from its locked state.
    private var hasStrayEdits: Bool {
        history.first.files.mappings.contains { file in
            wanted.contains { $0.url == mappings.appending(path: file.name) && text($0.url) != $0.text }
        }
    }

    /// Whether a side edits a head mapping that the other side has frozen with a version.
    private func isConsumed(_ names: Set<String>) -> Bool {
        names.contains { name in
            let holders: [HistoryFiles] = sides.suffix(2).filter { $0.mappings.contains { $0.name == name } }
            return holders.count == 1 && !history.released.first.isEmpty
        }
    }

    mutating func addHeadMapping(_ merged: MergedFile) {
        wanted.append((headMapping, merged.text))
        findings += merged.findings
    }

    // MARK: Writing

    /// Whether the user has not edited a file since the merge.
    private func isUnedited(_ url: URL) -> Bool {
        isUntouched(url) { side in side.versions + side.mappings + [side.lock].compactMap { $0 } } || isStaged(url)
    }

    /// Writes and removes the files, all or none. Returns a line for each.
    mutating func write() throws -> [String] {
        let theirs: [URL] = wanted.filter { text($0.url) != $0.text }.map(\.url).filter { !isUnedited($0) }
        if !theirs.isEmpty {
            findings += theirs.map { url in
                .error(
                    "the file differs from both branches and from git's result, so nothing of '\(model)' was written",
                    at: SourceLocation(file: project.disk.shown(url)),
                    help: ["move it away, then run 'apus merge' again"]
                )
            }
            return []
        }
        var change = FileChange(disk: project.disk)
        var done: [String] = []
        do {
            for (url, text) in wanted {
                let before: String? = self.text(url)
                settled.append(url)
                if before?.isSame(as: text) == true { continue }
                if before == nil, project.disk.kind(of: url) == .nothing {
                    try change.create(url, text)
                } else {
                    try change.replace(url, text)
                }
                done.append("wrote \(project.disk.shown(url))")
            }
            for url in unwanted {
                try change.remove(url)
                settled.append(url)
                done.append("removed \(project.disk.shown(url))")
            }
        } catch {
            change.undo()
            throw error
        }
        let open = Set(findings.compactMap(\.location?.file))
        let disk = project.disk
        settled.removeAll { open.contains(disk.shown($0)) }
        return done
    }
}
