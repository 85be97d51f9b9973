package import Foundation

/// What git makes of lines, where nothing better is known of files.
package enum GitLines {
    /// Puts three files together line by line, whatever bytes are in them: into the second one, with marks where both sides
    /// changed lines that touch.
    ///
    /// - Throws: `GitError` where there is no git, or it cannot (binary files).
    package static func merge(base: URL, ours: URL, theirs: URL) throws(GitError) {
        let git = try GitProcess(environment: ProcessInfo.processInfo.environment)
        let output: GitProcess.Output = try git.run(
            ["merge-file", "--diff3", "-L", "ours", "-L", "base", "-L", "theirs"]
                + [ours, base, theirs].map { $0.standardizedFileURL.plainPath },
            in: .currentDirectory()
        )
        // It ends with the number of conflicts, and says something only where it cannot.
        guard output.isSuccess || output.words.allSatisfy({ !$0.hasPrefix("error:") && !$0.hasPrefix("fatal:") }) else {
            throw .failed(words: output.words)
        }
    }

    /// Compares two files line by line.
    ///
    /// - Returns: The lines that differ, as `git diff` shows them.
    /// - Throws: `GitError` where there is no git.
    package static func difference(_ older: String, _ newer: String) throws(GitError) -> String {
        let git = try GitProcess(environment: ProcessInfo.processInfo.environment)
        let output: GitProcess.Output = try git.run(
            ["diff", "--no-index", "--no-ext-diff", "--", older, newer],
            in: .currentDirectory()
        )
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
