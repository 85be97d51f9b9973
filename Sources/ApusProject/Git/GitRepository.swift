import ApusDiagnostics
package import Foundation

/// A repository of git's, read by the program `git`. Nothing is checked out, and no file is written.
package struct GitRepository: Sendable {
    let git: GitProcess

    /// The folder that git runs in.
    let folder: URL

    /// The path of the folder that the repository was found by.
    package let prefix: GitPath

    /// Finds the repository that a folder lies in.
    ///
    /// - Parameters:
    ///   - target: The folder.
    ///   - current: The current folder.
    ///   - environment: The environment in which git runs.
    /// - Throws: `GitError` where there is no git, or no repository.
    package init(
        of target: URL,
        current: URL = .currentDirectory(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(GitError) {
        let git = try GitProcess(environment: environment)
        // In a hook GIT_DIR names the repository, and git then takes the folder that it runs in for the root.
        let folder: URL = environment["GIT_DIR"] == nil ? target : current
        let output: GitProcess.Output = try git.run(["rev-parse", "--show-prefix"], in: folder)
        guard output.isSuccess else {
            let isMissing: Bool = output.words.contains { $0.contains("not a git repository") }
            throw isMissing
                ? .notARepository(folder: Disk(base: current).shown(target)) : .failed(words: output.words)
        }
        let way: String = folder == target ? "." : Self.way(from: folder, to: target)
        guard let prefix = GitPath().appending(output.lines.first ?? "")?.appending(way) else {
            throw .outside(Disk(base: current).shown(target))
        }
        self.git = git
        self.folder = folder
        self.prefix = prefix
    }

    /// The files of a commit or of the index.
    ///
    /// - Parameter source: Which.
    /// - Returns: The files, not read yet.
    /// - Throws: `GitError` where there is no such commit.
    package func tree(_ source: GitSource) throws(GitError) -> GitTree {
        guard case .revision(let name) = source else { return GitTree(repository: self, source: source, object: nil) }
        // An argument that begins with a hyphen would be an option.
        guard !name.isEmpty, !name.hasPrefix("-") else { throw .malformedRevision(name) }
        let output: GitProcess.Output = try git.run(["rev-parse", "--verify", name + "^{tree}"], in: folder)
        guard output.isSuccess else { throw try unknown(name, words: output.words) }
        // 'HEAD' is one name, '^HEAD' is none: it excludes what it names.
        guard let object = output.lines.first, !object.isEmpty, object.allSatisfy(\.isHexDigit) else {
            throw .malformedRevision(name)
        }
        return GitTree(repository: self, source: source, object: object)
    }

    private func unknown(_ name: String, words: [String]) throws(GitError) -> GitError {
        let refs: [String] = try git.run(["for-each-ref", "--format=%(refname:short)"], in: folder).lines
            .filter { !$0.isEmpty }
        // Where CI checks out one branch, 'main' may be there as 'origin/main' only.
        let remote: [String] = refs.filter { $0.hasSuffix("/\(name)") }
        let similar: [String] =
            remote.isEmpty ? [NearMiss.suggestion(for: name, among: refs)].compactMap { $0 } : remote
        let shallow: GitProcess.Output = try git.run(["rev-parse", "--is-shallow-repository"], in: folder)
        return .unknownRevision(
            name,
            words: words,
            similar: Array(similar.prefix(2)),
            isShallow: shallow.lines.first == "true"
        )
    }

    /// The way from one folder to another, links carried out.
    static func way(from folder: URL, to target: URL) -> String {
        let start: [String] = folder.resolvingSymlinksInPath().standardizedFileURL.pathComponents
        let end: [String] = target.resolvingSymlinksInPath().standardizedFileURL.pathComponents
        let shared: Int = zip(start, end).prefix { $0 == $1 }.count
        let steps: [String] = Array(repeating: "..", count: start.count - shared) + end.dropFirst(shared)
        return steps.joined(separator: "/")
    }
}
