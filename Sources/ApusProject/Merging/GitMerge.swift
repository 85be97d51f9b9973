import ApusDiagnostics
import Foundation

/// A merge that git has stopped in, or a rebase, a cherry-pick, a revert; or the merge that was just committed, which git
/// took for a clean one.
struct GitMerge {
    let repository: GitRepository
    /// What both sides come from; `nil` where they have nothing in common.
    let base: GitTree?
    /// Where the changes are put.
    let ours: GitTree
    /// What is put there.
    let theirs: GitTree
    /// Whether theirs is on the branch that everybody shares, and ours is not yet.
    let isTheirsShared: Bool
    /// Whether it is committed already.
    let isOver: Bool

    /// The merge that a folder's repository is in or has just made; `nil` where there is none.
    ///
    /// - Throws: `GitError`; `DiagnosticsError` where more than two sides come together, or files are unmerged for another
    ///   reason.
    init?(in folder: URL) throws {
        let repository = try GitRepository(of: folder)
        self.repository = repository
        guard let operation = try Operation(of: repository) else { return nil }
        base = try operation.base.map { name in try repository.tree(.revision(name)) }
        ours = try repository.tree(.revision(operation.ours))
        theirs = try repository.tree(.revision(operation.theirs))
        isOver = operation.isOver
        let isOursShared: Bool = try Self.isShared(operation.ours, in: repository)
        isTheirsShared = isOursShared ? false : try Self.isShared(operation.theirs, in: repository)
    }

    /// The commits that come together.
    private struct Operation {
        let base: String?
        let ours: String
        let theirs: String
        var isOver: Bool = false

        init?(of repository: GitRepository) throws {
            func commit(_ name: String) throws -> String? { try GitMerge.commit(name, in: repository) }
            if try commit("MERGE_HEAD") != nil {
                let file: URL = try GitMerge.file("MERGE_HEAD", of: repository)
                let heads: Int = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).count
                guard heads == 1 else { throw Self.octopus(heads + 1) }
                (ours, theirs, base) = ("HEAD", "MERGE_HEAD", try GitMerge.base("HEAD", "MERGE_HEAD", in: repository))
                return
            }
            // Git leaves REBASE_HEAD behind when a rebase is over.
            let isRebasing: Bool = try ["rebase-merge", "rebase-apply"].contains { name in
                FileManager.default.fileExists(atPath: try GitMerge.file(name, of: repository).plainPath)
            }
            for name in ["CHERRY_PICK_HEAD"] + (isRebasing ? ["REBASE_HEAD"] : []) {
                guard try commit(name) != nil else { continue }
                (ours, theirs, base) = ("HEAD", name, try commit("\(name)^"))
                return
            }
            if try commit("REVERT_HEAD") != nil {
                let before: String = "REVERT_HEAD^"
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
                        help: ["settle them first"]
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
                .error("\(branches) branches come together at once", help: ["merge them one after the other"])
            )
        }
    }

    /// The files that git could not put together, and nobody has said are settled.
    func unmerged() throws(GitError) -> Set<GitPath> { try Self.unmerged(in: repository) }

    /// Whether a file is as git has it staged: what it made of the sides, or a commit's.
    func isStaged(_ file: URL) -> Bool {
        let path: String = file.plainPath
        guard let known = try? repository.git.run(["ls-files", "--error-unmatch", "--", path], in: repository.folder),
            known.isSuccess
        else { return false }
        return (try? repository.git.run(["diff", "--quiet", "--no-ext-diff", "--", path], in: repository.folder))?
            .isSuccess == true
    }

    /// Says that files are as they are to be.
    func add(_ files: [URL]) throws(GitError) {
        if files.isEmpty { return }
        // What is neither there nor known to git has nothing to be said of.
        let listed = try repository.git.run(
            ["ls-files", "-z", "--full-name", "--"] + files.map(\.plainPath),
            in: repository.folder
        )
        let tracked: Set<String> = Set(listed.pieces)
        let known: [String] = files.map(\.plainPath).filter { path in
            FileManager.default.fileExists(atPath: path) || tracked.contains { path.hasSuffix("/\($0)") }
        }
        if known.isEmpty { return }
        let output = try repository.git.run(["add", "-A", "--"] + known, in: repository.folder)
        guard output.isSuccess else { throw .failed(words: output.words) }
    }

    // MARK: Git

    /// Whether a commit is on the branch that everybody shares: the remote's, or the one of the usual name.
    private static func isShared(_ commit: String, in repository: GitRepository) throws(GitError) -> Bool {
        let remote: [String] = ["HEAD", "main", "master"].map { "refs/remotes/origin/\($0)" }
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
