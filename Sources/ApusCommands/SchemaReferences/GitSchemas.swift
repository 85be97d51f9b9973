import ApusDiagnostics
import ApusFiles
import ApusProject
import ApusSchema
import Foundation

/// Finds the files of a schema at a git revision.
enum GitSchemas {
    /// Finds a path at a revision.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the current folder if it starts with `./` or `../`, else to the repository's
    ///     root.
    ///   - source: The revision.
    ///   - folder: A folder in the repository, for paths from the root.
    /// - Returns: The revision's files, and the file or folder at the path.
    /// - Throws: `GitError`.
    static func entry(
        at path: String,
        _ source: GitSource,
        in folder: URL
    ) throws(GitError) -> (tree: GitTree, entry: GitEntry) {
        let isRelative = GitPath.isRelative(path)
        let repository = try GitRepository(of: isRelative ? .currentDirectory() : folder)
        let tree = try repository.tree(source)
        if path.hasPrefix("/") { throw .absolutePath(path, source) }
        guard let full = (isRelative ? repository.prefix : GitPath()).appending(path) else { throw .outside(path) }
        return (tree, try tree.existing(at: full))
    }

    /// Reads the files of a schema: one file, or those of a folder.
    ///
    /// - Parameters:
    ///   - entry: The file or folder.
    ///   - tree: The revision's files.
    ///   - findings: Receives the problems with the files.
    /// - Returns: The files that could be read.
    /// - Throws: `GitError`, or `CommandFailure` if the entry is a Core Data model.
    static func files(
        _ entry: GitEntry,
        _ tree: GitTree,
        into findings: inout DiagnosticCollector
    ) throws -> [SourceFile] {
        let shown = "\(tree.source)\(entry.path)"
        switch PathKind(name: "\(entry.path)", exists: true, isFolder: entry.kind == .folder) {
        case .coreData: throw TypedArgument.coreData(shown)
        case .folder:
            let entries = try tree.contents(of: entry.path)
            let folder = ModelFolder(
                shown: shown,
                items: entries.map { .init(name: $0.name, isFolder: [.folder, .submodule].contains($0.kind)) }
            )
            let names = Set(folder.files(into: &findings))
            return try tree.read(entries.filter { names.contains($0.name) }, into: &findings)
        case .modelFile: return try [tree.read(entry, into: &findings)].compactMap { $0 }
        case .other, .device, .nothing:
            if entry.kind != .file { return try [tree.read(entry, into: &findings)].compactMap { $0 } }
            findings.error(
                "a schema at a git revision must be a model file, which ends in '.yaml'",
                at: SourceLocation(file: shown),
                help: ["for a store, run 'git show \(shown) > old.sqlite' and use that file"]
            )
            return []
        }
    }
}
