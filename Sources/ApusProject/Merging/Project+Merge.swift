package import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
import ApusSchema
import Foundation

extension Project {
    /// What finishing a merge did.
    package struct Merged: Sendable {
        /// What was done, a line each.
        package fileprivate(set) var done: [String] = []
        /// What is left to decide.
        package fileprivate(set) var findings: [Diagnostic] = []
    }

    /// Finishes a merge that git has stopped in or just committed, for all models of the project: versions that both sides
    /// froze, their locks and mappings, and mappings for the head that begin at a version which is not the newest any more.
    ///
    /// The versions of one side stay what they are; those of the other one get the next numbers, and say with their
    /// changes what the first ones say. Heads are git's, and files that a person has put together are left alone.
    ///
    /// - Parameter keepsTheirs: Whether theirs stay; where it is `nil`, ours do, but for theirs that are on the branch that
    ///   everybody shares already.
    /// - Returns: What was done and what is left; `nil` where git is in no merge and the newest commit is none.
    /// - Throws: `GitError`; `DiagnosticsError` where a side cannot be read or a file cannot be written. A model whose
    ///   files cannot all be written is as it was.
    package func finishMerge(keepingTheirs keepsTheirs: Bool? = nil) throws -> Merged? {
        guard let merge = try GitMerge(in: folder) else { return nil }
        var merged = Merged()
        let root: GitPath = merge.repository.prefix
        let names: Set<String> = try Set(
            [merge.ours, merge.theirs].flatMap { tree in
                try tree.contents(of: root.child("Schemas")).filter { $0.kind == .folder }.map(\.name)
            }
        )
        for name in names.sorted() { try finish(name, merge, keepsTheirs, &merged) }
        let isRefused: Bool = merged.findings.contains { $0.severity == .error }
        for path in try merge.unmerged().sorted(by: { $0.description < $1.description }) {
            let own: String = GitPath(Array(path.parts.dropFirst(root.parts.count))).description
            guard path.parts.starts(with: root.parts), own.hasPrefix("Schemas/") || own.hasPrefix("Migrations/") else {
                continue
            }
            // Why frozen files are as they are is said already.
            if isRefused, own.hasSuffix("/\(LockFile.name)") || own.contains("/versions/") { continue }
            merged.findings.append(
                .error(
                    "git could not put this file together, and nobody has said that it is settled",
                    at: SourceLocation(file: disk.shown(folder.appending(path: own))),
                    help: [
                        "look it over, and run 'git add'; where neither side's changes are in it, 'apus init --git' and "
                            + "'git checkout --merge' put them there"
                    ]
                )
            )
        }
        return merged
    }

    private func finish(_ model: String, _ merge: GitMerge, _ wish: Bool?, _ merged: inout Merged) throws {
        let root: GitPath = merge.repository.prefix
        let old: HistoryFiles? = try merge.base.flatMap { try HistoryFiles($0, model, root) }
        // A model that one side has alone has no versions to be put together.
        guard let ours = try HistoryFiles(merge.ours, model, root),
            let theirs = try HistoryFiles(merge.theirs, model, root)
        else { return }
        let side = HistoryMerge.Side(ours)
        let sides: [HistoryMerge.Side] = [side, HistoryMerge.Side(theirs, like: [side])]
        let base: HistoryMerge.Side? = old.map { HistoryMerge.Side($0, like: sides) }
        let errors: [Diagnostic] = sides.flatMap { $0.contents.diagnostics.filter { $0.severity == .error } }
        if let taken = sides[1].takesBack(from: base, besides: sides[0]) {
            merged.findings.append(
                .error(
                    "the other side takes version \(taken) of '\(model)' back, and ours has versions behind it",
                    help: [
                        "a frozen version stays: end this merge or revert, change the head, and freeze a new version"
                    ]
                )
            )
            return
        }
        // Only a side that has what both come from can be followed from there.
        let follows: [Bool] = sides.map { $0.goesOn(from: base) }
        let keepsTheirs: Bool = wish ?? (follows[0] == follows[1] ? merge.isTheirsShared : follows[0])
        let (one, other) = keepsTheirs ? (sides[1], sides[0]) : (sides[0], sides[1])
        guard errors.isEmpty, let mine = one.contents.history?.head, let yours = other.contents.history?.head else {
            throw DiagnosticsError(errors)
        }
        let name: String = keepsTheirs ? "ours" : "theirs"
        var history = HistoryMerge(model: model, base: base, first: one, second: other, called: name)
        guard history.mergeVersions() else {
            merged.findings += history.findings
            return
        }
        var files = MergedFiles(self, model, sides: [old, ours, theirs].compactMap { $0 }, history, merge)
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
        // What git has put together itself is not touched.
        if done.isEmpty { return merge.isOver ? () : try merge.add(files.settled) }
        merged.done += history.renumbered.map { "\(model): version \($0.before) of \(name) is version \($0.now) now" }
        merged.done += done
        try merge.add(files.settled)
    }
}

extension HistoryFiles {
    /// The files of a model at a commit; `nil` where it has none.
    fileprivate init?(_ tree: GitTree, _ model: String, _ root: GitPath) throws {
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
