package import Foundation

/// Git's line-by-line merge and diff, for files that cannot be handled better.
package enum GitLines {
    /// Merges three files line by line, whatever bytes they contain. The result, with conflict markers, is written to
    /// the second file.
    ///
    /// - Throws: `GitError` if git is missing or cannot merge the files (binary files).
    package static func merge(base: URL, ours: URL, theirs: URL) throws(GitError) {
        let git = try GitProcess(environment: ProcessInfo.processInfo.environment)
        let output: GitProcess.Output = try git.run(
            ["merge-file", "--diff3", "-L", "ours", "-L", "base", "-L", "theirs"]
                + [ours, base, theirs].map { $0.standardizedFileURL.plainPath },
            in: .currentDirectory()
        )
        // The exit code is the number of conflicts; git prints errors only if it fails.
        guard output.isSuccess || output.messages.allSatisfy({ !$0.hasPrefix("error:") && !$0.hasPrefix("fatal:") })
        else {
            throw .failed(messages: output.messages)
        }
    }

    /// Compares two files line by line.
    ///
    /// - Returns: The difference in the format of `git diff`.
    /// - Throws: `GitError` if git is missing.
    package static func difference(_ older: String, _ newer: String) throws(GitError) -> String {
        let git = try GitProcess(environment: ProcessInfo.processInfo.environment)
        let output: GitProcess.Output = try git.run(
            ["diff", "--no-index", "--no-ext-diff", "--", older, newer],
            in: .currentDirectory()
        )
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
