import ApusDiagnostics
import Foundation

/// A merge, rebase, cherry-pick or revert in which git has stopped, or a merge that was just committed because git
/// considered it clean.
struct GitMerge {
    let repository: GitRepository
    /// The common ancestor of both sides, or `nil` if there is none.
    let base: GitTree?
    /// Our side, into which the changes are merged.
    let ours: GitTree
    /// Their side, whose changes are merged.
    let theirs: GitTree
    /// Whether their side is already on the shared branch, and ours is not.
    let isTheirsShared: Bool
    /// Whether the merge is already committed.
    let isOver: Bool

    /// Finds the merge that is in progress, or just committed, in a folder's repository. Is `nil` if there is none.
    ///
    /// - Throws: `GitError`; `DiagnosticsError` if more than two sides are merged, or files are unmerged for another
    ///   reason.
    init?(in folder: URL) throws {
        let repository = try GitRepository(of: folder)
        self.repository = repository
        guard let operation = try Operation(of: repository) else { return nil }
        base = try operation.base.map { name in try repository.tree(.revision(name)) }
        ours = try repository.tree(.revision(operation.ours))
        theirs = try repository.tree(.revision(operation.theirs))
        isOver = operation.isOver
        let isOursShared = try Self.isShared(operation.ours, in: repository)
        isTheirsShared = isOursShared ? false : try Self.isShared(operation.theirs, in: repository)
    }

    /// The commits that are merged.
    private struct Operation {
        let base: String?
        let ours: String
        let theirs: String
        var isOver = false

        init?(of repository: GitRepository) throws {
            func commit(_ name: String) throws -> String? { try GitMerge.commit(name, in: repository) }
            if try commit("MERGE_HEAD") != nil {
                let file: URL = try GitMerge.file("MERGE_HEAD", of: repository)
                let heads = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).count
                guard heads == 1 else { throw Self.octopus(heads + 1) }
                (ours, theirs, base) = ("HEAD", "MERGE_HEAD", try GitMerge.base("HEAD", "MERGE_HEAD", in: repository))
                return
            }
            // Git does not remove REBASE_HEAD at the end of a rebase.
            let isRebasing = try ["rebase-merge", "rebase-apply"].contains { name in
                FileManager.default.fileExists(atPath: try GitMerge.file(name, of: repository).plainPath)
            }
            for name in ["CHERRY_PICK_HEAD"] + (isRebasing ? ["REBASE_HEAD"] : []) {
                guard try commit(name) != nil else { continue }
                (ours, theirs, base) = ("HEAD", name, try commit("\(name)^"))
                return
            }
            if try commit("REVERT_HEAD") != nil {
                let before = "REVERT_HEAD^"
                (ours, theirs, base) = ("HEAD", try commit(before) == nil ? "REVERT_HEAD" : before, "REVERT_HEAD")
                return
            }
            guard !isRebasing, try commit("HEAD^2") != nil else { return nil }
            let unmerged: [String] = try GitMerge.unmerged(in: repository).map(\.description).sorted()
            guard unmerged.isEmpty else {
                throw DiagnosticsError(
                    .error(
                        "files are unmerged, but not by a merge, a rebase, a cherry-pick or a revert",
                        notes: unmerged.prefix(3).map { $0 },
                        help: ["resolve them first"]
                    )
                )
            }
            guard try commit("HEAD^3") == nil else { throw Self.octopus(nil) }
            (ours, theirs, base) = ("HEAD^1", "HEAD^2", try GitMerge.base("HEAD^1", "HEAD^2", in: repository))
            isOver = true
        }

        private static func octopus(_ count: Int?) -> DiagnosticsError {
            let branches: String = count.map(String.init) ?? "more than two"
            return DiagnosticsError(
                .error("\(branches) branches are merged at once", help: ["merge them one after the other"])
            )
        }
    }

    /// The files that git could not merge and that are not marked as resolved.
    func unmerged() throws(GitError) -> Set<GitPath> { try Self.unmerged(in: repository) }

    /// Whether a file equals its staged version.
    func isStaged(_ file: URL) -> Bool {
        let path: String = file.plainPath
        guard let known = try? repository.git.run(["ls-files", "--error-unmatch", "--", path], in: repository.folder),
            known.isSuccess
        else { return false }
        return (try? repository.git.run(["diff", "--quiet", "--no-ext-diff", "--", path], in: repository.folder))?
            .isSuccess == true
    }

    /// Stages files, which marks them as resolved.
    func add(_ files: [URL]) throws(GitError) {
        if files.isEmpty { return }
        // Git rejects files that neither exist nor are tracked.
        let listed = try repository.git.run(
            ["ls-files", "-z", "--full-name", "--"] + files.map(\.plainPath),
            in: repository.folder
        )
        let tracked = Set(listed.pieces)
        let known: [String] = files.map(\.plainPath).filter { path in
            FileManager.default.fileExists(atPath: path) || tracked.contains { path.hasSuffix("/\($0)") }
        }
        if known.isEmpty { return }
        let output = try repository.git.run(["add", "-A", "--"] + known, in: repository.folder)
        guard output.isSuccess else { throw .failed(messages: output.messages) }
    }

    // MARK: Git

    /// Whether a commit is on the shared branch: the remote's default branch, or a local one with a usual name.
    private static func isShared(_ commit: String, in repository: GitRepository) throws(GitError) -> Bool {
        let remote = ["HEAD", "main", "master"].map { "refs/remotes/origin/\($0)" }
        for branch in remote + ["refs/heads/main", "refs/heads/master"] {
            guard try Self.commit(branch, in: repository) != nil else { continue }
            let output = try repository.git.run(["merge-base", "--is-ancestor", commit, branch], in: repository.folder)
            return output.isSuccess
        }
        return false
    }

    private static func base(
        _ one: String,
        _ other: String,
        in repository: GitRepository
    ) throws(GitError) -> String? {
        let output = try repository.git.run(["merge-base", one, other], in: repository.folder)
        return output.isSuccess ? output.lines.first : nil
    }

    private static func commit(_ name: String, in repository: GitRepository) throws(GitError) -> String? {
        let output = try repository.git.run(["rev-parse", "-q", "--verify", "\(name)^{commit}"], in: repository.folder)
        return output.isSuccess ? output.lines.first : nil
    }

    private static func file(_ name: String, of repository: GitRepository) throws(GitError) -> URL {
        let output = try repository.git.run(["rev-parse", "--git-path", name], in: repository.folder)
        return URL(fileURLWithPath: output.lines.first ?? name, relativeTo: repository.folder).absoluteURL
    }

    private static func unmerged(in repository: GitRepository) throws(GitError) -> Set<GitPath> {
        let output = try repository.git.run(["ls-files", "-u", "-z", "--full-name", "--", ":/"], in: repository.folder)
        return Set(output.pieces.compactMap { GitEntry($0, objectColumn: 1)?.path })
    }
}
