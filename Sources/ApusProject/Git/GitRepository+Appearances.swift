extension GitRepository {
    /// When the files below the folder that the repository was found by came into it, the commits counted from the first
    /// one that adds any. Files that were added by one commit have the same number.
    ///
    /// - Parameter name: The part of a file's path, below the folder, that is counted; `nil` for a file that is not.
    /// - Returns: The numbers, by that part.
    /// - Throws: `GitError`.
    package func appearances(of name: (String) -> String?) throws(GitError) -> [String: Int] {
        let output: GitProcess.Output = try git.run(
            ["log", "--reverse", "--diff-filter=A", "--format=%x01", "--name-only", "--relative", "-z", "--", "."],
            in: folder
        )
        var (found, commit): ([String: Int], Int) = ([:], 0)
        for piece in output.pieces {
            // A commit's mark and its first file stand in one piece, apart by a line's end.
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
