import ApusDiagnostics
import ApusFiles
import ApusProject
import ApusSchema
import Foundation

/// Schemas as git keeps them: which files of a revision are a schema's.
enum GitSchemas {
    /// What a path means at a revision.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - source: The revision.
    ///   - folder: The folder whose repository a path from the root is of; one that says so begins at the current folder.
    /// - Returns: The revision's files, and what is under the path.
    /// - Throws: `GitError`.
    static func entry(
        at path: String,
        _ source: GitSource,
        in folder: URL
    ) throws(GitError) -> (tree: GitTree, entry: GitEntry) {
        let isRelative: Bool = GitPath.isRelative(path)
        let repository = try GitRepository(of: isRelative ? .currentDirectory() : folder)
        let tree: GitTree = try repository.tree(source)
        if path.hasPrefix("/") { throw .absolutePath(path, source) }
        guard let full = (isRelative ? repository.prefix : GitPath()).appending(path) else { throw .outside(path) }
        return (tree, try tree.existing(at: full))
    }

    /// The files that are a schema: one, or those of a folder.
    ///
    /// - Parameters:
    ///   - entry: The file or folder.
    ///   - tree: The revision's files.
    ///   - findings: Takes what is wrong with them.
    /// - Returns: The files that could be read.
    /// - Throws: `GitError`, `CommandFailure` where it is neither.
    static func files(
        _ entry: GitEntry,
        _ tree: GitTree,
        into findings: inout DiagnosticCollector
    ) throws -> [SourceFile] {
        let shown: String = "\(tree.source)\(entry.path)"
        switch PathKind(name: "\(entry.path)", exists: true, isFolder: entry.kind == .folder) {
        case .coreData: throw TypedArgument.coreData(shown)
        case .folder:
            let entries: [GitEntry] = try tree.contents(of: entry.path)
            let folder = ModelFolder(
                shown: shown,
                items: entries.map { .init(name: $0.name, isFolder: [.folder, .submodule].contains($0.kind)) }
            )
            let names: Set<String> = Set(folder.files(into: &findings))
            return try tree.read(entries.filter { names.contains($0.name) }, into: &findings)
        case .modelFile: return try [tree.read(entry, into: &findings)].compactMap { $0 }
        case .other, .device, .nothing:
            if entry.kind != .file { return try [tree.read(entry, into: &findings)].compactMap { $0 } }
            findings.error(
                "at a revision only files of a model are read, which end in '.yaml'",
                at: SourceLocation(file: shown),
                help: ["for a store run 'git show \(shown) > old.sqlite', and name that file"]
            )
            return []
        }
    }
}
