import ApusDiagnostics
import ApusFiles
import ApusMigration
package import ApusSchema
import Foundation

extension Project {
    /// Adds a model with a history to the project: its frozen versions, the lock, the mappings between them, and the
    /// newest version as the head; and the schemas for editors. Nothing that a person wrote is overwritten, and where
    /// one file of the model fails none is left.
    ///
    /// - Parameters:
    ///   - history: The versions, oldest first.
    ///   - settlements: What the stages between them need.
    /// - Returns: The files that were written, as messages show them.
    /// - Throws: `DiagnosticsError` where the model exists already or a file cannot be written.
    @discardableResult
    package func add(_ history: History, _ settlements: [Settlement]) throws -> [String] {
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
            for file in files(of: history, settlements) {
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

    /// The files of a history, by their paths in the project; the lock last, where there are versions.
    private func files(of history: History, _ settlements: [Settlement]) -> [SourceFile] {
        let folder: String = "Schemas/\(history.model)"
        let made = versions(history.entries, of: history.model, after: [], settlements)
        var files: [SourceFile] = made.files
        if let head = history.head {
            files.append(SourceFile(path: "\(folder)/\(history.model).yaml", text: Self.text(ofHead: head)))
        }
        if made.lines.isEmpty { return files }
        files.append(SourceFile(path: "\(folder)/\(LockFile.name)", text: LockFile(lines: made.lines).write()))
        return files
    }

    /// A head's file as it is written for a schema.
    static func text(ofHead schema: Schema) -> String {
        ModelFile.write(schema, comment: [EditorSchema.model.header(depth: 2)])
    }

    /// The files of versions that are new, by their paths in the project, and the lines of the lock with theirs.
    func versions(
        _ entries: [History.Entry],
        of model: String,
        after known: [LockFile.Line],
        _ settlements: [Settlement]
    ) -> (files: [SourceFile], lines: [LockFile.Line]) {
        let folder: String = "Schemas/\(model)"
        var files: [SourceFile] = []
        var lines: [LockFile.Line] = known
        for entry in entries {
            files.append(
                SourceFile(path: "\(folder)/versions/\(entry.version).yaml", text: ModelFile.write(entry.schema))
            )
            let settlement: Settlement? = settlements.first { settlement in
                settlement.mapping.to == entry.version && !(settlement.mapping.isEmpty && settlement.handwork.isEmpty)
            }
            let mapping: Mapping? = settlement?.mapping
            if let settlement, let mapping {
                let name: String = MappingFile.fileName(from: mapping.from, to: mapping.to)
                let comment: [String] = [EditorSchema.mapping.header(depth: 2)] + settlement.comment
                files.append(
                    SourceFile(
                        path: "Migrations/\(model)/\(name)",
                        text: MappingFile.write(mapping, comment: comment)
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
        }
        return (files, lines)
    }
}

extension Settlement {
    /// What a reviewer is to know.
    fileprivate var comment: [String] {
        var lines: [String] = []
        if !losses.isEmpty { lines.append("Imported, for review: the app lost these on the way without asking.") }
        lines += likelyRenames.map { "Perhaps a rename: \($0)" }
        lines += handwork.map { "By hand, as a mapping model says: \($0)" }
        if losses.isEmpty, hasGuesses { lines.append("Imported, for review.") }
        if hasGuesses {
            let guessed: [String] =
                guesses.filter { $0.key == .accept }.map(\.path.description)
                + Mapping.Key.allCases.filter { $0 != .accept && !mapping[$0].isEmpty }.map(\.rawValue)
            lines.append(
                "A guess, as Core Data does not infer it and the app had to say it in its own code: "
                    + guessed.joined(separator: ", ") + "."
            )
        }
        return lines
    }
}
