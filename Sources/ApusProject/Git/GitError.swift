import ApusDiagnostics

/// Why git could not read something.
package enum GitError: ExplainedError, Hashable {
    /// The program `git` is not installed.
    case notInstalled
    /// The program cannot be run.
    case notRunnable(reason: String)
    /// The folder is not in a repository.
    case notARepository(folder: String)
    /// Git refuses or fails, with its messages.
    case failed(messages: [String])
    /// The text before the colon cannot be a revision.
    case malformedRevision(String)
    /// The repository has no such commit.
    case unknownRevision(String, messages: [String], similar: [String], isShallow: Bool)
    /// The path is outside the repository.
    case outside(String)
    /// The path is absolute.
    case absolutePath(String, GitSource)
    /// The path does not exist. Has the nearest existing folder and the names in it.
    case noSuchPath(GitPath, GitSource, nearest: GitPath, names: [String])
    /// The path is a folder, not a file.
    case notAFile(GitPath, GitSource)
    /// A parent in the path is a file.
    case notAFolder(GitPath, GitSource)
    /// The path, or a parent in it, is a symbolic link.
    case link(GitPath, GitSource)
    /// The path, or a parent in it, is a submodule.
    case submodule(GitPath, GitSource, commit: String)
    /// The file is a Git LFS pointer; its content is stored elsewhere.
    case pointer(GitPath, GitSource)
    /// The file is larger than the limit for text files.
    case tooLarge(GitPath, GitSource, limit: Int)
}
