import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema

/// A project's model as of a git revision.
struct ModelPast {
    /// The model's name.
    let model: String
    /// The repository that the project lies in.
    let repository: GitRepository
    /// The revision's files.
    let tree: GitTree

    /// The model's folder then.
    ///
    /// - Throws: `CommandFailure` that names the models that there were; `GitError`.
    func folder() throws -> GitEntry {
        let path: GitPath = repository.prefix.child("Schemas").child(model)
        do {
            return try tree.existing(at: path)
        } catch {
            guard case .noSuchPath = error else { throw error }
            // The model was called something else then, or the project lay elsewhere.
            let others: [String] = try otherFolders()
            throw CommandFailure.invalid(
                "there is no '\(path)' at '\(tree.source)'",
                help: others.isEmpty
                    ? "no model is there: name a newer revision, or a path of this one ('\(tree.source)path/to/Model.yaml')"
                    : "a model is in " + others.prefix(5).map { "'\(tree.source)\($0)'" }.joined(separator: ", ")
                        + (others.count > 5 ? " and \(others.count - 5) more places" : "")
            )
        }
    }

    /// The file of a version that was frozen then.
    ///
    /// - Throws: `CommandFailure` that names the versions that there were; `GitError`.
    func file(of version: Schema.Version) throws -> GitEntry {
        let folder: GitPath = try folder().path.child("versions")
        let path: GitPath = folder.child("\(version).yaml")
        if let entry = try tree.entry(at: path) { return entry }
        let known: [Schema.Version] = try tree.contents(of: folder)
            .compactMap { $0.name.hasSuffix(".yaml") ? Schema.Version(String($0.name.dropLast(5))) : nil }.sorted()
        let list: String = known.map(\.description).joined(separator: ", ")
        let isFolder: Bool = try tree.entry(at: GitPath(["\(version)"]))?.kind == .folder
        throw CommandFailure.invalid(
            "version \(version) is not frozen at '\(tree.source)'",
            help: known.isEmpty ? "no version is frozen there: name a newer revision" : "known there: \(list)"
        ).helping(isFolder ? "for the folder of this name write '\(tree.source)\(version)/'" : nil)
    }

    /// The model's versions, head and mappings then; `nil` where they could not all be read, or do not fit together.
    ///
    /// - Throws: `GitError`, `CommandFailure`.
    func planner() throws -> Planner? {
        var findings = DiagnosticCollector()
        let folder: GitPath = try folder().path
        let lock: GitEntry? = try tree.entry(at: folder.child(LockFile.name))
        let files = HistoryFiles(
            model: model,
            folder: "\(tree.source)\(folder)",
            heads: try files(in: folder, into: &findings),
            versions: try files(in: folder.child("versions"), into: &findings),
            lock: try lock.flatMap { try tree.read($0, into: &findings) },
            mappings: try files(in: repository.prefix.child("Migrations").child(model), into: &findings)
        )
        let contents: HistoryFiles.Contents = files.read()
        guard findings.diagnostics.isEmpty, let history = contents.history else { return nil }
        return Planner(history: history, mappings: contents.mappings)
    }

    private func files(in folder: GitPath, into findings: inout DiagnosticCollector) throws -> [SourceFile] {
        guard try tree.entry(at: folder)?.kind == .folder else { return [] }
        return try tree.read(
            tree.contents(of: folder).filter { $0.kind == .file && $0.name.hasSuffix(".yaml") },
            into: &findings
        )
    }

    /// The folders that hold a model by a project's rules, or files under this model's name.
    private func otherFolders() throws -> [String] {
        let folders: [GitPath] = try tree.allPaths().compactMap { path in
            let names: [String] = path.parts.reversed()
            guard let file = names.first, file.hasSuffix(".yaml") else { return nil }
            let isModel: Bool = names.dropFirst(2).first == "Schemas" || names.dropFirst().first == model
            return isModel ? GitPath(path.parts.dropLast()) : nil
        }
        return Set(folders.map(\.description)).sorted()
    }
}
