import ApusDiagnostics
package import Foundation

/// A git repository, read with the program `git`. Nothing is checked out, and no file is written.
package struct GitRepository: Sendable {
    let git: GitProcess

    /// The folder that git runs in.
    let folder: URL

    /// The starting folder's path in the repository.
    package let prefix: GitPath

    /// Finds the repository that contains a folder.
    ///
    /// - Parameters:
    ///   - target: The folder.
    ///   - current: The current folder.
    ///   - environment: The environment in which git runs.
    /// - Throws: `GitError` if git is missing, or there is no repository.
    package init(
        of target: URL,
        current: URL = .currentDirectory(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(GitError) {
        let git = try GitProcess(environment: environment)
        // In a hook, GIT_DIR names the repository, and git takes the folder in which it runs for the root.
        let folder: URL = environment["GIT_DIR"] == nil ? target : current
        let output: GitProcess.Output = try git.run(["rev-parse", "--show-prefix"], in: folder)
        guard output.isSuccess else {
            let isMissing = output.messages.contains { $0.contains("not a git repository") }
            throw isMissing
                ? .notARepository(folder: Disk(base: current).shown(target)) : .failed(messages: output.messages)
        }
        let path = folder == target ? "." : Self.relativePath(from: folder, to: target)
        guard let prefix = GitPath().appending(output.lines.first ?? "")?.appending(path) else {
            throw .outside(Disk(base: current).shown(target))
        }
        self.git = git
        self.folder = folder
        self.prefix = prefix
    }

    /// The files of a commit or of the index.
    ///
    /// - Parameter source: The commit, or the index.
    /// - Returns: The files, which are read on demand.
    /// - Throws: `GitError` if there is no such commit.
    package func tree(_ source: GitSource) throws(GitError) -> GitTree {
        guard case .revision(let name) = source else { return GitTree(repository: self, source: source, object: nil) }
        // Git would take an argument with a hyphen for an option.
        guard !name.isEmpty, !name.hasPrefix("-") else { throw .malformedRevision(name) }
        let output: GitProcess.Output = try git.run(["rev-parse", "--verify", name + "^{tree}"], in: folder)
        guard output.isSuccess else { throw try unknown(name, messages: output.messages) }
        // '^HEAD' is not a revision: it excludes one.
        guard let object = output.lines.first, !object.isEmpty, object.allSatisfy(\.isHexDigit) else {
            throw .malformedRevision(name)
        }
        return GitTree(repository: self, source: source, object: object)
    }

    private func unknown(_ name: String, messages: [String]) throws(GitError) -> GitError {
        let refs: [String] = try git.run(["for-each-ref", "--format=%(refname:short)"], in: folder).lines
            .filter { !$0.isEmpty }
        // If CI checks out only one branch, 'main' may exist only as 'origin/main'.
        let remote: [String] = refs.filter { $0.hasSuffix("/\(name)") }
        let similar: [String] =
            remote.isEmpty ? [NearMiss.suggestion(for: name, among: refs)].compactMap { $0 } : remote
        let shallow: GitProcess.Output = try git.run(["rev-parse", "--is-shallow-repository"], in: folder)
        return .unknownRevision(
            name,
            messages: messages,
            similar: Array(similar.prefix(2)),
            isShallow: shallow.lines.first == "true"
        )
    }

    /// The relative path from one folder to another, with links resolved.
    static func relativePath(from folder: URL, to target: URL) -> String {
        let start: [String] = folder.resolvingSymlinksInPath().standardizedFileURL.pathComponents
        let end: [String] = target.resolvingSymlinksInPath().standardizedFileURL.pathComponents
        let shared = zip(start, end).prefix { $0 == $1 }.count
        let steps: [String] = Array(repeating: "..", count: start.count - shared) + end.dropFirst(shared)
        return steps.joined(separator: "/")
    }
}
