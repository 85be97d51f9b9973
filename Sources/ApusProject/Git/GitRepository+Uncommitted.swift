import Foundation

extension GitRepository {
    /// Returns the files that differ from the last commit, or are not in it.
    ///
    /// - Parameter files: Files in the repository.
    /// - Returns: Those of them that git could not restore as they are.
    /// - Throws: `GitError` if git fails.
    func uncommitted(_ files: [URL]) throws(GitError) -> [URL] {
        let output = try git.run(
            ["status", "--porcelain", "-z", "--untracked-files=all", "--ignored=matching", "--"]
                + files.map(\.plainPath),
            in: folder
        )
        guard output.isSuccess else { throw .failed(messages: output.messages) }
        // Two letters and a space, then the path from the root.
        let changed = Set(output.pieces.map { String($0.dropFirst(3)) })
        return files.filter { file in
            changed.contains { path in
                // A folder that is ignored has a slash at its end.
                path.hasSuffix("/") ? file.plainPath.contains("/\(path)") : file.plainPath.hasSuffix("/\(path)")
            }
        }
    }
}
