import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
import ApusSchema
import Foundation

/// The files of a model's merged history on the disk. What a person has made is never written over, nor taken away.
struct MergedFiles {
    private let project: Project
    private let model: String
    /// What the files were on the sides.
    private let sides: [HistoryFiles]
    private let history: HistoryMerge
    /// Whether the merge is committed already.
    private let isOver: Bool
    /// Whether a file is as git has it staged.
    private let isOfGit: (URL) -> Bool
    private var wanted: [(url: URL, text: String)] = []
    private var unwanted: [URL] = []
    /// What is left to decide.
    var findings: [Diagnostic] = []
    /// The files that are as they are to be.
    private(set) var settled: [URL] = []

    init(_ project: Project, _ model: String, sides: [HistoryFiles], _ history: HistoryMerge, _ merge: GitMerge) {
        (self.project, self.model, self.sides) = (project, model, sides)
        (self.history, isOver) = (history, merge.isOver)
        isOfGit = merge.isStaged
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

    /// Whether a file is as one of the sides has it, or as git left it: nobody has put work into it.
    private func isUntouched(_ url: URL, _ files: (HistoryFiles) -> [SourceFile]) -> Bool {
        text(url).map(Self.isMarked) == true || isOfASide(url, files)
    }

    /// Whether a file is as one of the sides has it, or not there.
    private func isOfASide(_ url: URL, _ files: (HistoryFiles) -> [SourceFile]) -> Bool {
        guard let text = text(url) else { return true }
        return sides.contains { files($0).contains { $0.name == url.lastPathComponent && $0.text == text } }
    }

    /// Whether the lock is as the merge left it; otherwise somebody has gone on since, and everything stays.
    func canBegin() -> Bool {
        guard isUntouched(lock, { [$0.lock].compactMap { $0 } }) else { return false }
        // A merge that git took for a clean one has put the locks together itself.
        let text: String? = text(lock)
        let lines: [LockFile.Line] = text.map { LockFile.read(SourceFile(path: "", text: $0)).lock.lines } ?? []
        return !isOver || lines.map(\.chain) == history.lines.map(\.chain)
    }

    /// The versions of both sides, the mappings between them, the lock; and what has another name now.
    mutating func addVersions() {
        let first: HistoryFiles = history.first.files
        wanted += first.versions.map { (versions.appending(path: $0.name), $0.text) }
        wanted += history.versions.map { (versions.appending(path: $0.path), $0.text) }
        wanted += history.mappings.map { (mappings.appending(path: $0.path), $0.text) }
        addFrozenMappings(of: first)
        if !history.lines.isEmpty { wanted.append((lock, LockFile(lines: history.lines).write())) }
        let kept: Set<String> = Set(wanted.map(\.url.plainPath))
        for file in history.second.files.versions {
            let url: URL = versions.appending(path: file.name)
            if !kept.contains(url.plainPath) { discard(url) { $0.versions } }
        }
        let firstNames: Set<String> = Set(first.mappings.map(\.name))
        for file in history.second.files.mappings where !firstNames.contains(file.name) {
            let url: URL = mappings.appending(path: file.name)
            guard let (from, to) = MappingFile.versions(ofFileName: file.name), let to, !kept.contains(url.plainPath),
                [from, to].contains(where: isRenumbered) || !areNeighbours(from, to)
            else { continue }
            discard(url) { $0.mappings }
        }
        addWaysBack(of: first)
    }

    /// The first side's ways back, where the second one has others of that name: both are not of the same versions.
    private mutating func addWaysBack(of first: HistoryFiles) {
        for file in first.mappings {
            guard let (from, to) = MappingFile.versions(ofFileName: file.name), let to, from > to,
                [from, to].contains(where: isRenumbered),
                !wanted.contains(where: { $0.url.lastPathComponent == file.name })
            else { continue }
            wanted.append((mappings.appending(path: file.name), file.text))
        }
    }

    /// The mappings that the first side locked: git may have put edits of a mapping for the head into one.
    private mutating func addFrozenMappings(of first: HistoryFiles) {
        for (older, newer) in zip(history.lines, history.lines.dropFirst()) {
            let name: String = MappingFile.fileName(from: older.version, to: newer.version)
            let url: URL = mappings.appending(path: name)
            guard let file = first.mappings.first(where: { $0.name == name }),
                !wanted.contains(where: { $0.url == url })
            else { continue }
            let read: Mapping? = text(url).flatMap { text in
                MappingFile.read(SourceFile(path: name, text: text), from: older.version, to: newer.version).mapping
            }
            // Comments may be anybody's.
            if let read, Digest.of(read) == newer.mapping { continue }
            wanted.append((url, file.text))
        }
    }

    private func isRenumbered(_ version: Schema.Version) -> Bool {
        history.renumbered.contains { $0.before == version }
    }

    private func areNeighbours(_ one: Schema.Version, _ other: Schema.Version) -> Bool {
        let versions: [Schema.Version] = history.lines.map(\.version)
        return zip(versions, versions.dropFirst()).contains { [$0, $1] == [one, other] || [$1, $0] == [one, other] }
    }

    /// Takes a file away, where it is as a side has it.
    private mutating func discard(_ url: URL, _ files: (HistoryFiles) -> [SourceFile]) {
        guard text(url) != nil else { return }
        if isUntouched(url, files) {
            unwanted.append(url)
        } else {
            findings.append(
                .error(
                    "this file is of a version that is not there any more, and was edited",
                    at: SourceLocation(file: project.disk.shown(url)),
                    help: ["take over what is still meant, and remove the file"]
                )
            )
        }
    }

    // MARK: The head

    /// Puts the head together again where the versions that lead to it say more of its elements than the names in it, which
    /// are all that git's driver sees.
    ///
    /// - Parameters:
    ///   - base: What both come from.
    ///   - versions: What led from there to each side.
    mutating func addHead(from base: HistoryFiles?, _ versions: (ours: [Schema], theirs: [Schema])) {
        let names: Set<String> = Set(sides.flatMap { $0.heads.map(\.name) })
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
        merged.findings.isEmpty ? ModelFile.read([SourceFile(path: "", text: merged.text)]).schema : nil
    }

    private static func unfollowed(_ url: URL, _ project: Project) -> Diagnostic {
        .warning(
            "the head goes by the names of its elements, which were others, or of others, in versions between",
            at: SourceLocation(file: project.disk.shown(url)),
            help: ["'apus diff' shows how it differs from the newest version: see that all of it is meant"]
        )
    }

    // MARK: The head's mapping

    private var headMapping: URL {
        mappings.appending(path: MappingFile.fileName(from: history.lines.last?.version ?? Schema.Version(0), to: nil))
    }

    /// The head as it is to be, where it can be read.
    var head: Schema? {
        var ignored = DiagnosticCollector()
        let files: [URL] = project.disk.contents(of: folder, into: &ignored).filter { $0.pathExtension == "yaml" }
        return ModelFile.read(
            files.compactMap { url in
                let new: String? = wanted.first { $0.url.plainPath == url.plainPath }?.text
                return new.map { SourceFile(path: url.plainPath, text: $0) } ?? project.disk.read(url, into: &ignored)
            }
        ).schema
    }

    /// Whether a mapping for the head has to begin at another version, and is nobody's work; those are discarded.
    mutating func canMoveHeadMapping() -> Bool {
        let names: Set<String> = Set(sides.flatMap { $0.mappings.map(\.name) }).filter { name in
            name.hasSuffix("-head.yaml") && name != headMapping.lastPathComponent
        }
        let stale: [URL] = names.sorted().map { mappings.appending(path: $0) }.filter { text($0) != nil }
        // One that was consumed by a version on our side may have been edited on theirs. In a merge that is over somebody
        // may have left it out; git has put such edits into the version's mapping, if it was git.
        let consumed: Bool = !isOver && !history.renumbered.isEmpty
        let isFree: Bool = text(headMapping) == nil
        guard isFree || (!stale.isEmpty && isOfASide(headMapping) { $0.mappings }),
            !stale.isEmpty || consumed || (isConsumed(names) && (!isOver || hasStrayEdits))
        else { return false }
        let before: (found: Int, unwanted: [URL]) = (findings.count, unwanted)
        for url in stale { discard(url) { $0.mappings } }
        if findings.count == before.found { return true }
        // None goes where no other one takes its place.
        unwanted = before.unwanted
        return false
    }

    /// Whether a mapping of the first side's versions is not what it was locked as.
    private var hasStrayEdits: Bool {
        history.first.files.mappings.contains { file in
            wanted.contains { $0.url == mappings.appending(path: file.name) && text($0.url) != $0.text }
        }
    }

    /// Whether a side edits a mapping for the head that the other one has made one of a version.
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

    /// Whether nobody has put work into a file since the merge.
    private func isNobodys(_ url: URL) -> Bool {
        isUntouched(url) { side in side.versions + side.mappings + [side.lock].compactMap { $0 } } || isOfGit(url)
    }

    /// Writes and removes the files, all or none, and says which.
    mutating func write() throws -> [String] {
        let theirs: [URL] = wanted.filter { text($0.url) != $0.text }.map(\.url).filter { !isNobodys($0) }
        if !theirs.isEmpty {
            findings += theirs.map { url in
                .error(
                    "this file is neither as a branch has it nor as git left it, so nothing of '\(model)' was written",
                    at: SourceLocation(file: project.disk.shown(url)),
                    help: ["move it away, and run 'apus merge' again"]
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
                if before == text { continue }
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
        let open: Set<String> = Set(findings.compactMap(\.location?.file))
        settled.removeAll { open.contains(project.disk.shown($0)) }
        return done
    }
}
