import ApusDiagnostics
import ApusFiles
import ApusMigration
package import ApusSchema
import Foundation

extension Project {
    /// Adds a model with a history to the project: its frozen versions, the lock, the mappings between them, the newest
    /// version as the head, and the schemas for editors. No existing file is overwritten. If one file of the model
    /// cannot be written, none is left behind.
    ///
    /// - Parameters:
    ///   - history: The versions, oldest first.
    ///   - settlements: The settlements of the stages between them.
    /// - Returns: The files that were written, as messages show them.
    /// - Throws: `DiagnosticsError` if the model already exists or a file cannot be written.
    @discardableResult
    package func add(_ history: History, _ settlements: [Settlement]) throws -> [String] {
        let folder: URL = schemas.appending(path: history.model)
        let migrations: URL = self.migrations.appending(path: history.model)
        var findings = DiagnosticCollector(diagnostics: ModelFile.problems(withName: history.model))
        let existing = [folder, migrations].compactMap { disk.contents(of: $0, into: &findings).first }
        if let first = existing.first {
            findings.error(
                "the model '\(history.model)' already exists",
                at: SourceLocation(file: disk.shown(first)),
                notes: existing.dropFirst().map { "'\(disk.shown($0))' is there, too" },
                help: ["choose another name with --model, or remove what is there"]
            )
        }
        try findings.throwIfErrors()
        var change = FileChange(disk: disk)
        var written: [String] = []
        do {
            for file in try files(of: history, settlements) {
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

    /// The files of a history with their paths in the project. The lock is the last one, if there are versions.
    private func files(of history: History, _ settlements: [Settlement]) throws -> [SourceFile] {
        let folder = "Schemas/\(history.model)"
        let made = versions(try history.entries(), of: history.model, after: [], settlements)
        var files: [SourceFile] = made.files
        if let head = history.head {
            files.append(SourceFile(path: "\(folder)/\(history.model).yaml", text: Self.text(ofHead: head)))
        }
        if made.lines.isEmpty { return files }
        files.append(SourceFile(path: "\(folder)/\(LockFile.name)", text: LockFile(lines: made.lines).write()))
        return files
    }

    /// The text of a head's file for a schema.
    static func text(ofHead schema: Schema) -> String {
        ModelFile.write(schema, comment: [EditorSchema.model.header(depth: 2)])
    }

    /// The files of new versions with their paths in the project, and all lines of the lock.
    func versions(
        _ entries: [History.Entry],
        of model: String,
        after known: [LockFile.Line],
        _ settlements: [Settlement]
    ) -> (files: [SourceFile], lines: [LockFile.Line]) {
        let folder = "Schemas/\(model)"
        var files: [SourceFile] = []
        var lines: [LockFile.Line] = known
        let written = entries.concurrentMap { (text: ModelFile.write($0.schema), digest: Digest.of($0.schema)) }
        for (entry, (text, schema)) in zip(entries, written) {
            files.append(SourceFile(path: "\(folder)/versions/\(entry.version).yaml", text: text))
            let settlement: Settlement? = settlements.first { settlement in
                settlement.mapping.to == entry.version && settlement.hasFile
            }
            let mapping: Mapping? = settlement?.mapping
            if let settlement, let mapping {
                let name: String = MappingFile.fileName(from: mapping.from, to: mapping.to)
                let comment: [String] = Self.mappingHeader + settlement.comment
                files.append(
                    SourceFile(
                        path: "Migrations/\(model)/\(name)",
                        text: MappingFile.write(mapping, comment: comment)
                    )
                )
            }
            let accepted: String? = Digest.of(mapping)
            let chain: String = Digest.chain(
                after: lines.last?.chain,
                entry.version,
                schema: schema,
                mapping: accepted
            )
            lines.append(LockFile.Line(entry.version, schema: schema, mapping: accepted, chain: chain))
        }
        return (files, lines)
    }
}
