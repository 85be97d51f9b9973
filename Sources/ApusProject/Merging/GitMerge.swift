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
    /// The files that git could not put together.
    let unmerged: Set<GitPath>

    /// The merge that a folder's repository is in or has just made; `nil` where there is none.
    ///
    /// - Throws: `GitError`.
    init?(in folder: URL) throws(GitError) {
        let repository = try GitRepository(of: folder)
        self.repository = repository
        var found: (base: String?, theirs: String)?
        for (name, isBackwards) in [
            ("MERGE_HEAD", false), ("CHERRY_PICK_HEAD", false), ("REBASE_HEAD", false), ("REVERT_HEAD", true),
        ] {
            guard let commit = try Self.commit(name, in: repository) else { continue }
            let parent: String? = try Self.commit("\(commit)^", in: repository)
            found = isBackwards ? (commit, parent ?? commit) : (parent, commit)
            if name == "MERGE_HEAD" {
                found = (try Self.base("HEAD", commit, in: repository), commit)
            }
            break
        }
        var current: String = "HEAD"
        if found == nil, let theirs = try Self.commit("HEAD^2", in: repository) {
            current = "HEAD^1"
            found = (try Self.base(current, theirs, in: repository), theirs)
        }
        guard let found else { return nil }
        base = try found.base.map { name throws(GitError) in try repository.tree(.revision(name)) }
        ours = try repository.tree(.revision(current))
        theirs = try repository.tree(.revision(found.theirs))
        let isOursShared: Bool = try Self.isShared(current, in: repository)
        isTheirsShared = isOursShared ? false : try Self.isShared(found.theirs, in: repository)
        let output = try repository.git.run(["ls-files", "-u", "-z", "--full-name", "--", ":/"], in: repository.folder)
        unmerged = Set(output.pieces.compactMap { GitEntry($0, objectColumn: 1)?.path })
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

    /// Whether a commit is on the branch that everybody shares: the remote's, or the one of the usual name.
    private static func isShared(_ commit: String, in repository: GitRepository) throws(GitError) -> Bool {
        for branch in ["refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master"] {
            guard try Self.commit(branch, in: repository) != nil else { continue }
            let output = try repository.git.run(["merge-base", "--is-ancestor", commit, branch], in: repository.folder)
            return output.isSuccess
        }
        return false
    }

    /// Says that files are as they are to be.
    func add(_ files: [URL]) throws(GitError) {
        if files.isEmpty { return }
        let output = try repository.git.run(["add", "-A", "--"] + files.map(\.plainPath), in: repository.folder)
        guard output.isSuccess else { throw .failed(words: output.words) }
    }
}
