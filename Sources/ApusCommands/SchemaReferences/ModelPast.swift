import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema

/// A project's model at a git revision.
struct ModelPast {
    /// The model's name.
    let model: String
    /// The project's repository.
    let repository: GitRepository
    /// The revision's files.
    let tree: GitTree

    /// The model's folder at the revision.
    ///
    /// - Throws: `CommandFailure` that lists the revision's models, or `GitError`.
    func folder() throws -> GitEntry {
        let path = repository.prefix.child("Schemas").child(model)
        do {
            return try tree.existing(at: path)
        } catch {
            guard case .noSuchPath = error else { throw error }
            // The model had another name then, or the project was in another folder.
            let others = try otherFolders()
            throw CommandFailure.invalid(
                "'\(path)' does not exist at '\(tree.source)'",
                help: others.isEmpty
                    ? "there is no model: use a newer revision, or a path ('\(tree.source)path/to/Model.yaml')"
                    : "there are models in " + others.prefix(5).map { "'\(tree.source)\($0)'" }.joined(separator: ", ")
                        + (others.count > 5 ? " and \(others.count - 5) more folders" : "")
            )
        }
    }

    /// The file of a version that is frozen at the revision.
    ///
    /// - Throws: `CommandFailure` that lists the revision's versions, or `GitError`.
    func file(of version: Schema.Version) throws -> GitEntry {
        let folder: GitPath = try folder().path.child("versions")
        let path: GitPath = folder.child("\(version).yaml")
        if let entry = try tree.entry(at: path) { return entry }
        let known: [Schema.Version] = try tree.contents(of: folder)
            .compactMap { $0.name.hasSuffix(".yaml") ? Schema.Version(String($0.name.dropLast(5))) : nil }.sorted()
        if try lock()?.retired.contains(where: { $0.version == version }) == true {
            throw CommandFailure.invalid(
                "version \(version) is retired at '\(tree.source)'",
                help: "use a revision from before it was retired"
            )
        }
        let list = known.map(\.description).joined(separator: ", ")
        let isFolder = try tree.entry(at: GitPath(["\(version)"]))?.kind == .folder
        throw CommandFailure.invalid(
            "version \(version) is not frozen at '\(tree.source)'",
            help: known.isEmpty ? "no version is frozen there: use a newer revision" : "its versions are \(list)"
        ).helping(isFolder ? "for the folder with this name, write '\(tree.source)\(version)/'" : nil)
    }

    /// The newest version that is frozen at the revision, or `nil` if there is none or it cannot be read.
    func newest() throws -> Schema? {
        var ignored = DiagnosticCollector()
        guard let version = try lock()?.lines.last?.version else { return nil }
        let path: GitPath = try folder().path.child("versions").child("\(version).yaml")
        let file = try tree.entry(at: path).flatMap { try tree.read($0, into: &ignored) }
        return file.flatMap(ModelFile.draft(of:))
    }

    /// The planner over the versions, head and mappings at the revision, or `nil` if they have errors.
    ///
    /// - Throws: `GitError`, `CommandFailure`.
    func planner() throws -> Planner? {
        var findings = DiagnosticCollector()
        let folder: GitPath = try folder().path
        let files = HistoryFiles(
            model: model,
            folder: "\(tree.source)\(folder)",
            heads: try files(in: folder, into: &findings),
            versions: try files(in: folder.child("versions"), into: &findings),
            lock: try lockFile(into: &findings),
            mappings: try files(in: repository.prefix.child("Migrations").child(model), into: &findings)
        )
        let contents = files.read(.asNeeded)
        var check = LockCheck(files, contents)
        guard findings.diagnostics.isEmpty, let history = contents.history, !check.check().hasErrors else { return nil }
        // Help is about the project's files; a line's own location is that at the revision.
        let mappings = contents.mappings.map { Mapping(from: $0.from, to: $0.to, $0.lines) }
        return Planner(history: history, mappings: mappings)
    }

    private func lockFile(into findings: inout DiagnosticCollector) throws -> SourceFile? {
        try tree.entry(at: folder().path.child(LockFile.name)).flatMap { try tree.read($0, into: &findings) }
    }

    /// The lock at the revision, as far as it can be read.
    private func lock() throws -> LockFile? {
        var ignored = DiagnosticCollector()
        return try lockFile(into: &ignored).map { LockFile.read($0).lock }
    }

    private func files(in folder: GitPath, into findings: inout DiagnosticCollector) throws -> [SourceFile] {
        guard try tree.entry(at: folder)?.kind == .folder else { return [] }
        return try tree.read(
            tree.contents(of: folder).filter { $0.kind == .file && $0.name.hasSuffix(".yaml") },
            into: &findings
        )
    }

    /// The folders in which the rules of a project expect a model, and those that have this model's name.
    private func otherFolders() throws -> [String] {
        let folders: [GitPath] = try tree.allPaths().compactMap { path in
            let names: [String] = path.parts.reversed()
            guard let file = names.first, file.hasSuffix(".yaml") else { return nil }
            let isModel = names.dropFirst(2).first == "Schemas" || names.dropFirst().first == model
            return isModel ? GitPath(path.parts.dropLast()) : nil
        }
        return Set(folders.map(\.description)).sorted()
    }
}
