/// The files of a commit, or of the index.
package struct GitTree: Sendable {
    let repository: GitRepository

    /// The commit, or the index.
    package let source: GitSource

    /// The name of the commit's tree object, or `nil` for the index.
    let object: String?

    /// The file or folder at a path, or `nil` if there is none.
    ///
    /// - Throws: `GitError` if git fails.
    package func entry(at path: GitPath) throws(GitError) -> GitEntry? {
        if path.parts.isEmpty { return GitEntry(path, .folder) }
        let entries: [GitEntry] = try list(path)
        if let entry = entries.first(where: { $0.path == path }) { return entry }
        // The index has no entries for folders.
        return entries.isEmpty ? nil : GitEntry(path, .folder)
    }

    /// The file or folder at a path, which must exist.
    ///
    /// - Throws: `GitError` that explains what exists instead.
    package func existing(at path: GitPath) throws(GitError) -> GitEntry {
        if let entry = try entry(at: path) { return entry }
        for parent in path.parents {
            guard let entry = try entry(at: parent) else { continue }
            switch entry.kind {
            case .file: throw .notAFolder(parent, source)
            case .link: throw .link(parent, source)
            case .submodule: throw .submodule(parent, source, commit: entry.object)
            case .folder:
                throw .noSuchPath(path, source, nearest: parent, names: try contents(of: parent).map(\.name))
            }
        }
        throw .noSuchPath(path, source, nearest: GitPath(), names: [])
    }

    /// The contents of a folder, sorted by name.
    ///
    /// - Throws: `GitError` if git fails.
    package func contents(of folder: GitPath) throws(GitError) -> [GitEntry] {
        let depth = folder.parts.count
        var found: [String: GitEntry] = [:]
        for entry in try list(folder, isFolder: true) where entry.path.parts.count > depth {
            let name: String = entry.path.parts[depth]
            found[name] = entry.path.parts.count == depth + 1 ? entry : GitEntry(folder.child(name), .folder)
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// The paths of all files.
    ///
    /// - Throws: `GitError` if git fails.
    package func allPaths() throws(GitError) -> [GitPath] {
        guard let object else { return try list(GitPath()).map(\.path) }
        return try run(["ls-tree", "-z", "-r", "--full-tree", object], objectColumn: 2).map(\.path)
    }

    /// The entries that git lists for a path: for a commit the entry or the folder's contents, for the index all files
    /// below.
    private func list(_ path: GitPath, isFolder: Bool = false) throws(GitError) -> [GitEntry] {
        if let object {
            let paths: [String] = path.parts.isEmpty ? [] : ["\(path)" + (isFolder ? "/" : "")]
            return try run(["ls-tree", "-z", "--full-tree", object, "--"] + paths, objectColumn: 2)
        }
        guard case .index(let stage) = source else { return [] }
        let lines: [String] = try lines(["ls-files", "-z", "--stage", "--full-name", "--", ":(top,literal)\(path)"])
        return lines.filter { $0.prefix { $0 != "\t" }.hasSuffix(" \(stage)") }
            .compactMap { GitEntry($0, objectColumn: 1) }
    }

    private func run(_ arguments: [String], objectColumn: Int) throws(GitError) -> [GitEntry] {
        try lines(arguments).compactMap { GitEntry($0, objectColumn: objectColumn) }
    }

    private func lines(_ arguments: [String]) throws(GitError) -> [String] {
        let output: GitProcess.Output = try repository.git.run(arguments, in: repository.folder)
        guard output.isSuccess else { throw .failed(messages: output.messages) }
        return output.pieces
    }
}
