extension GitRepository {
    /// The order in which files below the repository's starting folder were added. Commits that add files are numbered
    /// from 1, and files of one commit have the same number.
    ///
    /// - Parameter name: Returns the key for a file's path, or `nil` to ignore the file.
    /// - Returns: The numbers by key.
    /// - Throws: `GitError`.
    package func appearances(of name: (String) -> String?) throws(GitError) -> [String: Int] {
        let output: GitProcess.Output = try git.run(
            ["log", "--reverse", "--diff-filter=A", "--format=%x01", "--name-only", "--relative", "-z", "--", "."],
            in: folder
        )
        var (found, commit): ([String: Int], Int) = ([:], 0)
        for piece in output.pieces {
            // A commit's mark and its first file are in one part, separated by a line break.
            for line in piece.split(separator: "\n") {
                if line.hasPrefix("\u{1}") {
                    commit += 1
                } else if let name = name(String(line)), found[name] == nil {
                    found[name] = commit
                }
            }
        }
        return found
    }
}
