import ApusDiagnostics
import ApusFiles
public import ApusMigration
public import ApusSchema
import Foundation

extension Project {
    /// Adds a model with a history to the project: its frozen versions, the lock, the mappings between them, and the
    /// newest version as the head; and the schemas for editors. Nothing that a person wrote is overwritten, and where
    /// one file of the model fails none is left.
    ///
    /// - Parameters:
    ///   - history: The versions, oldest first.
    ///   - mappings: The mappings of the stages that need one.
    ///   - comment: Lines that stand above each mapping as a comment.
    /// - Returns: The files that were written, as messages show them.
    /// - Throws: `DiagnosticsError` where the model exists already or a file cannot be written.
    @discardableResult
    public func add(_ history: History, mappings: [Mapping], comment: [String] = []) throws -> [String] {
        let folder: URL = schemas.appending(path: history.model)
        let migrations: URL = self.migrations.appending(path: history.model)
        var findings = DiagnosticCollector(diagnostics: ModelFile.problems(withName: history.model))
        for place in [folder, migrations] {
            guard let existing = disk.contents(of: place, into: &findings).first else { continue }
            findings.error(
                "the model '\(history.model)' exists already",
                at: SourceLocation(file: disk.shown(existing)),
                help: ["choose another name with --model, or remove what is there"]
            )
        }
        try findings.throwIfErrors()
        var change = FileChange(disk: disk)
        var written: [String] = []
        do {
            for file in files(of: history, mappings: mappings, comment: comment) {
                let url: URL = self.folder.appending(path: file.path)
                try change.create(url, file.text)
                written.append(disk.shown(url))
            }
            written += try writeEditorSchemas()
        } catch {
            change.undo()
            throw error
        }
        return written
    }

    /// The files of a history, by their paths in the project; the lock last.
    private func files(of history: History, mappings: [Mapping], comment: [String]) -> [SourceFile] {
        let folder: String = "Schemas/\(history.model)"
        var files: [SourceFile] = []
        var lines: [LockFile.Line] = []
        var previous: History.Entry?
        for entry in history.entries {
            files.append(
                SourceFile(path: "\(folder)/versions/\(entry.version).yaml", text: ModelFile.write(entry.schema))
            )
            let mapping: Mapping? = mappings.first { $0.from == previous?.version && $0.to == entry.version }
            if let mapping, let to = mapping.to {
                let name: String = MappingFile.fileName(from: mapping.from, to: to)
                files.append(
                    SourceFile(
                        path: "Migrations/\(history.model)/\(name)",
                        text: MappingFile.write(mapping, comment: [EditorSchema.mapping.header(depth: 2)] + comment)
                    )
                )
            }
            let (schema, accepted): (String, String?) = (Digest.of(entry.schema), Digest.of(mapping))
            let chain: String = Digest.chain(
                after: lines.last?.chain,
                entry.version,
                schema: schema,
                mapping: accepted
            )
            lines.append(LockFile.Line(entry.version, schema: schema, mapping: accepted, chain: chain))
            previous = entry
        }
        if let newest = history.newest {
            let head: String = ModelFile.write(newest.schema, comment: [EditorSchema.model.header(depth: 2)])
            files.append(SourceFile(path: "\(folder)/\(history.model).yaml", text: head))
        }
        files.append(SourceFile(path: "\(folder)/\(LockFile.name)", text: LockFile(lines: lines).write()))
        return files
    }
}
