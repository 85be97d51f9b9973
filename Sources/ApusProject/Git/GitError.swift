import ApusDiagnostics

/// Why git could not give what was asked for.
package enum GitError: ExplainedError, Hashable {
    /// There is no program `git`.
    case notInstalled
    /// The program cannot be run.
    case notRunnable(reason: String)
    /// The folder is in no repository.
    case notARepository(folder: String)
    /// Git does not want to, or fails; its words.
    case failed(words: [String])
    /// What is written before the colon cannot be a revision.
    case malformedRevision(String)
    /// The repository has no such commit.
    case unknownRevision(String, words: [String], similar: [String], isShallow: Bool)
    /// The path leads out of the repository.
    case outside(String)
    /// The path is written as one of the computer's.
    case absolutePath(String, GitSource)
    /// There is nothing under the path; what there is in the nearest folder that exists.
    case noSuchPath(GitPath, GitSource, nearest: GitPath, names: [String])
    /// The path leads to a folder where a file was meant.
    case notAFile(GitPath, GitSource)
    /// The path goes through a file.
    case notAFolder(GitPath, GitSource)
    /// The path leads to or through a symbolic link.
    case link(GitPath, GitSource)
    /// The path leads to or into another repository.
    case submodule(GitPath, GitSource, commit: String)
    /// The file's content lies elsewhere: in Git LFS.
    case pointer(GitPath, GitSource)
    /// The file is larger than a text that is read.
    case tooLarge(GitPath, GitSource, limit: Int)
}
