package import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
import ApusSchema
import Foundation

extension Project {
    /// The result of finishing a merge.
    package struct Merged: Sendable {
        /// A line for each change.
        package fileprivate(set) var done: [String] = []
        /// The conflicts and warnings.
        package fileprivate(set) var findings: [Diagnostic] = []
    }

    /// Finishes a merge that git has stopped in or just committed, for all models of the project: versions that both
    /// sides froze, their locks and mappings, and head mappings that no longer start at the newest version.
    ///
    /// The versions of one side do not change. Those of the other side get the next numbers, and their changes are
    /// applied on top of the first side's. Heads are merged by git, and files that the user has merged are not changed.
    ///
    /// - Parameter keepsTheirs: Whether their versions do not change. If `nil`, ours do not, unless theirs are already on the shared
    ///   branch; but a hotfix does not change either if the versions that follow it can stay as they are.
    /// - Returns: The changes and conflicts, or `nil` if there is no merge to finish.
    /// - Throws: `GitError`; `DiagnosticsError` if a side cannot be read or a file cannot be written. A model whose
    ///   files cannot all be written is not changed.
    package func finishMerge(keepingTheirs keepsTheirs: Bool? = nil) throws -> Merged? {
        guard let merge = try GitMerge(in: folder) else { return nil }
        var merged = Merged()
        let root: GitPath = merge.repository.prefix
        let names: Set<String> = try Set(
            [merge.ours, merge.theirs].flatMap { tree in
                try tree.contents(of: root.child("Schemas")).filter { $0.kind == .folder }.map(\.name)
            }
        )
        for name in names.sorted() { try finish(name, in: merge, keepingTheirs: keepsTheirs, into: &merged) }
        let isRefused = merged.findings.contains { $0.severity == .error }
        for path in try merge.unmerged().sorted(by: { $0.description < $1.description }) {
            let own: String = GitPath(Array(path.parts.dropFirst(root.parts.count))).description
            guard path.parts.starts(with: root.parts), own.hasPrefix("Schemas/") || own.hasPrefix("Migrations/") else {
                continue
            }
            // The reason for unmerged frozen files has already been reported.
            if isRefused, own.hasSuffix("/\(LockFile.name)") || own.contains("/versions/") { continue }
            merged.findings.append(
                .error(
                    "git could not merge this file, and it is not marked as resolved",
                    at: SourceLocation(file: disk.shown(folder.appending(path: own))),
                    help: [
                        "review it and run 'git add'; if it has the changes of neither side, run 'apus init --git' and "
                            + "'git checkout --merge'"
                    ]
                )
            )
        }
        return merged
    }

    private func finish(
        _ model: String,
        in merge: GitMerge,
        keepingTheirs wish: Bool?,
        into merged: inout Merged
    ) throws {
        let root: GitPath = merge.repository.prefix
        let old: HistoryFiles? = try merge.base.flatMap { try HistoryFiles(of: model, at: $0, root: root) }
        // A model that only one side has needs no merge.
        guard let ours = try HistoryFiles(of: model, at: merge.ours, root: root),
            let theirs = try HistoryFiles(of: model, at: merge.theirs, root: root)
        else { return }
        let side = HistoryMerge.Side(ours)
        let sides: [HistoryMerge.Side] = [side, HistoryMerge.Side(theirs, like: [side])]
        let base: HistoryMerge.Side? = old.map { HistoryMerge.Side($0, like: sides) }
        let errors: [Diagnostic] = sides.flatMap { $0.contents.diagnostics.filter { $0.severity == .error } }
        if let taken = sides[1].takesBack(from: base, besides: sides[0]) {
            merged.findings.append(
                .error(
                    "the other side removes version \(taken) of '\(model)', but ours has later versions",
                    help: [
                        "a frozen version cannot be removed: abort this merge or revert, change the head, and freeze a "
                            + "new version"
                    ]
                )
            )
            return
        }
        // A side can only be followed from the common ancestor if it continues from it.
        let follows: [Bool] = sides.map { $0.goesOn(from: base) }
        func planned(keepingTheirs: Bool) -> HistoryMerge {
            HistoryMerge(
                model: model,
                base: base,
                first: sides[keepingTheirs ? 1 : 0],
                second: sides[keepingTheirs ? 0 : 1],
                called: keepingTheirs ? "ours" : "theirs"
            )
        }
        if !errors.isEmpty { throw DiagnosticsError(errors) }
        var keepsTheirs = wish ?? (follows[0] != follows[1] ? follows[0] : merge.isTheirsShared)
        if wish == nil, follows[0] == follows[1] {
            let hotfixes: [Bool] = [sides[0].hasHotfix(besides: sides[1]), sides[1].hasHotfix(besides: sides[0])]
            if hotfixes[0] != hotfixes[1], hotfixes[1] != keepsTheirs {
                // Stores of either side may be in users' hands: only the author knows, unless none of them is refused.
                var history = planned(keepingTheirs: hotfixes[1])
                if history.mergeVersions(), history.rewritesNothing { keepsTheirs = hotfixes[1] }
            }
        }
        let (one, other) = keepsTheirs ? (sides[1], sides[0]) : (sides[0], sides[1])
        guard let mine = one.contents.history?.head, let yours = other.contents.history?.head else {
            throw DiagnosticsError(errors)
        }
        let name = keepsTheirs ? "ours" : "theirs"
        var history = planned(keepingTheirs: keepsTheirs)
        guard history.mergeVersions() else {
            if follows[0] == follows[1] {
                var reversed = planned(keepingTheirs: !keepsTheirs)
                history.adviseOrder(reversed: reversed.mergeVersions() ? reversed : nil)
            }
            merged.findings += history.findings
            return
        }
        let sideFiles = [old, ours, theirs].compactMap { $0 }
        var files = MergedFiles(of: model, in: self, sides: sideFiles, history: history, merge: merge)
        guard files.canBegin() else { return }
        files.addVersions()
        let (mineReleased, yoursReleased) = history.released
        files.addHead(
            from: old,
            keepsTheirs ? (ours: yoursReleased, theirs: mineReleased) : (ours: mineReleased, theirs: yoursReleased)
        )
        let before: Schema = base?.contents.history?.head ?? Schema(model: model)
        let heads: SchemaMerge? = Matching.through([before] + mineReleased + [mine]).flatMap { one in
            Matching.through([before] + yoursReleased + [yours]).map { SchemaMerge(one, $0) }
        }
        if files.canMoveHeadMapping() {
            let folder: String = disk.shown(migrations.appending(path: model))
            if let mapping = history.headMapping(heads, head: files.head, in: folder) { files.addHeadMapping(mapping) }
        }
        files.findings += history.findings
        let done: [String] = try files.write()
        merged.findings += files.findings
        // Files that git has merged itself are not changed.
        if done.isEmpty { return merge.isOver ? () : try merge.add(files.settled) }
        if let warning = history.warningOfStores { merged.findings.append(warning) }
        merged.done += history.renumbered.map { "\(model): version \($0.before) of \(name) is now version \($0.now)" }
        merged.done += done
        try merge.add(files.settled)
    }
}

extension HistoryFiles {
    /// Reads the files of a model at a commit. Is `nil` if the commit does not have the model.
    fileprivate init?(of model: String, at tree: GitTree, root: GitPath) throws {
        var findings = DiagnosticCollector()
        func read(_ folder: GitPath) throws -> [SourceFile] {
            let files: [GitEntry] = try tree.contents(of: folder).filter {
                $0.kind == .file && $0.name.hasSuffix(".yaml")
            }
            return try tree.read(files, into: &findings)
        }
        let folder: GitPath = root.child("Schemas").child(model)
        guard try tree.entry(at: folder) != nil else { return nil }
        let lock: GitEntry? = try tree.entry(at: folder.child(LockFile.name))
        self.init(
            model: model,
            folder: "\(tree.source)\(folder)",
            heads: try read(folder),
            versions: try read(folder.child("versions")),
            lock: try lock.flatMap { try tree.read($0, into: &findings) },
            mappings: try read(root.child("Migrations").child(model))
        )
        try findings.throwIfErrors()
    }
}
